import type { UiNode, UiRenderResponse } from "@plugboard/api";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ComponentEvent } from "../src/index.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

const pickerModal = {
  type: "modal",
  title: "Choose a reviewer",
  subtitle: "They are notified at once.",
  returnValue: { dismissed: { $state: "name" } },
  submit: {
    type: "button",
    label: "Choose",
    onPress: { action: "@ui.modal.close", returnValue: { name: { $state: "name" } } },
  },
  children: [
    {
      type: "input",
      label: "Reviewer",
      element: { type: "textinput", state: "name", initialValue: "Grace" },
    },
    {
      type: "input",
      label: "Team",
      element: { type: "select", state: "team", multiple: true, options: [{ id: "a", label: "A" }] },
    },
    { type: "button", label: "Finish", onPress: { action: "finish" } },
    { type: "button", label: "More", onPress: { action: "@ui.modal.open", componentId: "inner", props: {} } },
  ],
};
const openerBlock = {
  type: "block",
  children: [
    {
      type: "button",
      label: "Open",
      onPress: { action: "@ui.modal.open", componentId: "picker", props: { from: "opener" } },
    },
  ],
};
const elements = new Map<string, UiNode>([
  ["main", openerBlock],
  ["picker", pickerModal],
  ["inner", { type: "modal", title: "Inner", children: [] }],
]);

async function dispatch({
  componentId,
  state = {},
  props,
  action,
}: ComponentEvent): Promise<UiRenderResponse> {
  if (action?.action === "finish") return { type: "complete", returnValue: { finished: state["name"] } };
  return { type: "element", state, props, element: elements.get(componentId) ?? { type: "block" } };
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.closest("[role=dialog]") ? "in the dialog" : (activeElement?.tagName ?? "");
  });

async function openModal() {
  const harness = await gallery.open({ dispatch });
  const opener = harness.page.getByRole("button", { name: "Open" });
  await opener.click();
  const dialog = harness.page.getByRole("dialog", { name: "Choose a reviewer" });
  await dialog.getByLabel("Reviewer").waitFor();
  const openerHasFocus = (): Promise<boolean> => opener.evaluate((node) => node === document.activeElement);
  return { ...harness, dialog, openerHasFocus };
}

test("a modal is a separate component, named by its title, with the focus inside", async () => {
  const { page, events, dialog } = await openModal();
  expect(events[1]).toMatchObject({ componentId: "picker", props: { from: "opener" } });
  expect(await dialog.evaluate((node) => node === document.activeElement)).toBe(true);

  const visited = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press(presses < 10 ? "Tab" : "Shift+Tab");
    // The dialog's guards pass the focus on in the next frame.
    await page.waitForFunction(
      () => document.activeElement?.hasAttribute("data-base-ui-focus-guard") !== true,
    );
    visited.push(await focusedName(page));
  }

  // After the last control, the focus moves to the browser's own controls, which a page sees as its body.
  expect(visited.filter((name) => name !== "in the dialog" && name !== "BODY")).toEqual([]);
  expect(visited.filter((name) => name === "in the dialog").length).toBeGreaterThan(12);
});

test("elements behind a modal can't be clicked", async () => {
  const { page } = await openModal();
  await expect(page.getByRole("button", { name: "Before" }).click({ timeout: 500 })).rejects.toThrow(
    "Timeout",
  );
});

test("the submit button passes its return value with resolved bindings to the opener", async () => {
  const { page, events, dialog, openerHasFocus } = await openModal();
  await dialog.getByLabel("Reviewer").fill("Ada");
  await dialog.getByRole("button", { name: "Choose" }).click();

  await expect
    .poll(() => events[2])
    .toMatchObject({
      componentId: "main",
      action: { action: "@ui.modal.close", returnValue: { name: "Ada" } },
    });
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(await openerHasFocus()).toBe(true);
});

test.each(["Escape", "Close"])("dismissed by %s, a modal returns its markup's value", async (way) => {
  const { page, events, dialog, openerHasFocus } = await openModal();
  if (way === "Escape") await page.keyboard.press("Escape");
  else await dialog.getByRole("button", { name: "Close" }).click();

  await expect.poll(() => events[2]?.action).toMatchObject({ returnValue: { dismissed: "Grace" } });
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(await openerHasFocus()).toBe(true);
});

test("a modal closes with the return value of its completed component", async () => {
  const { page, events, dialog } = await openModal();
  await dialog.getByRole("button", { name: "Finish" }).click();
  await expect.poll(() => events[3]?.action).toMatchObject({ returnValue: { finished: "Grace" } });
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("a modal opened in a modal closes alone", async () => {
  const { page, dialog } = await openModal();
  await dialog.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog", { name: "Inner" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
  expect(await dialog.isVisible()).toBe(true);
});

test("Escape in an open list closes the list and not the modal around it", async () => {
  const { page, dialog } = await openModal();
  await dialog.getByRole("combobox").click();
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  expect(await dialog.isVisible()).toBe(true);
});

test("a modal scrolls as a whole in a window that is 100 pixels high", async () => {
  const { page, dialog } = await openModal();
  await page.setViewportSize({ width: 400, height: 100 });
  // Otherwise the header and footer leave no room for the body.
  const body = dialog.locator(".plugboard-dialog-body");
  expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  for (const name of ["Finish", "More", "Choose", "Close"]) {
    const button = dialog.getByRole("button", { name, exact: true });
    // Fails if something covers the button or cuts it off.
    await button.click({ trial: true, timeout: 10_000 });
    const { y = -1, height = 0 } = (await button.boundingBox()) ?? {};
    expect([name, y >= 0, y + height <= 100]).toEqual([name, true, true]);
  }
});
