import type { UiRenderResponse } from "@plugboard/api";
import { expect, test, vi } from "vitest";
import type { ComponentEvent } from "../src/index.ts";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

const counter = ({ state, props, action }: ComponentEvent): UiRenderResponse => {
  const count = Number(state?.["count"] ?? 0) + (action === undefined ? 0 : 1);
  const add = { type: "button", label: "Add", tooltip: "Adds one", onPress: { action: "add" } };
  const text = { type: "text", children: [`Count ${count}`] };
  return { type: "element", state: { count }, props, element: { type: "block", children: [text, add] } };
};

test("a pressed button is busy until the response, keeps the focus, and ignores a second press", async () => {
  const gate = Promise.withResolvers<void>();
  const { page, events } = await gallery.open({
    dispatch: async (event) => {
      if (event.action) await gate.promise;
      return counter(event);
    },
  });
  const add = page.getByRole("button", { name: "Add" });
  await page.getByText("Count 0").waitFor();

  await add.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");

  expect(await add.getAttribute("aria-busy")).toBe("true");
  expect(await page.locator("output").textContent()).toBe("Working");
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
  gate.resolve();
  await page.getByText("Count 1").waitFor();
  expect(await add.getAttribute("aria-busy")).toBe("false");
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(events).toHaveLength(2);
});

test("a failure is shown in place, keeps the rendering, and can be retried", async () => {
  let down = true;
  const { page, events } = await gallery.open({
    dispatch: async (event) => {
      if (event.action && down) throw new Error("The integration does not respond");
      return counter(event);
    },
  });
  await page.getByRole("button", { name: "Add" }).click();

  const alert = page.getByRole("alert");
  expect(await alert.textContent()).toContain("The integration does not respond");
  expect(await page.getByText("Count 0").isVisible()).toBe(true);
  down = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Count 1").waitFor();
  await expect.poll(() => alert.count()).toBe(0);
  expect(events).toHaveLength(3);
});

test("a failed first rendering is reported and can be retried", async () => {
  let down = true;
  const { page } = await gallery.open({
    dispatch: async (event) => {
      if (down) throw new Error("Not found");
      return counter(event);
    },
  });
  await page.getByRole("alert").getByText("Not found").waitFor();
  down = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Count 0").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

test("an action can ask for confirmation; Escape and Cancel close it and restore the focus", async () => {
  const confirm = { title: "Delete it?", text: "It can't be undone.", confirm: "Delete it", style: "danger" };
  const button = { type: "button", label: "Delete", confirm, onPress: { action: "delete" } };
  const toggle = { type: "switch", state: "on", confirm };
  const { page, events } = await gallery.open({
    dispatch: showTree({ type: "block", children: [button, toggle] }),
  });
  const opener = page.getByRole("button", { name: "Delete" });
  const dialog = page.getByRole("alertdialog", { name: "Delete it?" });
  const isFocused = (): Promise<boolean> => opener.evaluate((node) => node === document.activeElement);

  await opener.click();
  expect(
    await dialog.getByRole("button", { name: "Cancel" }).evaluate((node) => node.matches(":focus")),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await isFocused()).toBe(true);
  await opener.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await isFocused()).toBe(true);
  expect(events).toHaveLength(1);
  await opener.click();
  await dialog.getByRole("button", { name: "Delete it" }).click();
  await expect.poll(() => events[1]?.action).toEqual({ action: "delete" });
  expect(await isFocused()).toBe(true);

  await page.getByRole("switch").click();
  // The content behind a dialog is hidden from assistive technology.
  expect(await page.locator("[role=switch]").isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Delete it" }).click();
  expect(await page.getByRole("switch").isChecked()).toBe(true);
});

test("a safe URL opens in a tab that can't access the page; others are blocked", async () => {
  const open = (url: string) => ({ type: "button", label: url, onPress: { action: "@ui.url.open", url } });
  const unsafe = "javascript:document.title='pwned'";
  const tree = { type: "block", children: [open("http://gallery.test/frame.html"), open(unsafe)] };
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });

  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "frame.html" }).click(),
  ]);
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => [location.href, window.opener, document.referrer])).toEqual([
    "http://gallery.test/frame.html",
    null,
    "",
  ]);
  await page.getByRole("button", { name: unsafe }).click();
  expect(await page.getByRole("alert").textContent()).toContain("not a safe URL");
  expect(await page.title()).toBe("One component");
  expect(events).toHaveLength(1);
});

test("props and links are passed to the page's functions", async () => {
  const onUpdateProps = vi.fn<(props: object) => void>();
  const onUnfurlLink = vi.fn<(url: string) => void>();
  const update = { action: "@editor.node.updateProps", props: { name: { $state: "name" } } };
  const unfurl = { action: "@link.unfurl", url: "https://example.com/page" };
  const tree = {
    type: "block",
    children: [
      { type: "button", label: "Update", onPress: update },
      { type: "button", label: "Unfurl", onPress: unfurl },
    ],
  };
  const dispatch = showTree(tree, { name: "Ada" });
  const { page, events } = await gallery.open({ dispatch, onUpdateProps, onUnfurlLink });

  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: "Unfurl" }).click();

  await expect.poll(() => onUnfurlLink.mock.calls).toEqual([["https://example.com/page"]]);
  expect(onUpdateProps.mock.calls).toEqual([[{ name: "Ada" }]]);
  expect(events).toHaveLength(1);
});

test("a tooltip shows on hover and on keyboard focus, and Escape hides it", async () => {
  const { page } = await gallery.open({ dispatch: async (event) => counter(event) });
  const tooltip = page.getByRole("tooltip");
  await page.getByRole("button", { name: "Add" }).hover();
  expect(await tooltip.textContent()).toBe("Adds one");
  await page.mouse.move(0, 0);
  await expect.poll(() => tooltip.count()).toBe(0);
  await page.getByRole("button", { name: "Before" }).focus();
  await page.keyboard.press("Tab");
  expect(await tooltip.count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => tooltip.count()).toBe(0);
});

test("animations are off for users who prefer reduced motion", async () => {
  const { page } = await gallery.open({
    dispatch: async (event) => (event.action ? new Promise(() => {}) : counter(event)),
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Add" }).click();
  const spinner = page.locator(".plugboard-spinner");
  expect(await spinner.evaluate((node) => getComputedStyle(node).animationName)).toBe("none");
});
