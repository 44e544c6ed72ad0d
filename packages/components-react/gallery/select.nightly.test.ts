import { expect, test, vi } from "vitest";
import type { ComponentHost } from "../src/index.ts";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

const events = [
  { id: "page", label: "Page edited", icon: "edit" },
  { id: "feedback", label: "Feedback given" },
  { id: "view", label: "Page viewed" },
];
const openSelect = async (select: object, host: Partial<ComponentHost> = {}) => {
  const element = { type: "select", state: "chosen", ...select };
  const save = { type: "button", label: "Save", onPress: { action: "save" } };
  const tree = { type: "block", children: [{ type: "input", label: "Chosen", element }, save] };
  const harness = await gallery.open({ dispatch: showTree(tree), ...host });
  const field = harness.page.getByRole("combobox", { name: "Chosen" });
  const chosen = async (): Promise<unknown> => {
    const before = harness.events.length;
    await harness.page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => harness.events.length).toBe(before + 1);
    return harness.events.at(-1)?.state?.["chosen"];
  };
  return { ...harness, field, chosen, options: harness.page.getByRole("option") };
};

test("several values are chosen and removed by keyboard alone", async () => {
  const { page, field, options, chosen } = await openSelect({ options: events, multiple: true });
  await field.focus();
  await page.keyboard.press("ArrowDown");
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(
    await options.evaluateAll((all) => all.map((option) => option.getAttribute("aria-selected"))),
  ).toEqual(["true", "false", "true"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => options.count()).toBe(0);
  expect(await chosen()).toEqual(["page", "view"]);

  await page.getByRole("button", { name: "Remove Page edited" }).click();
  expect(await chosen()).toEqual(["view"]);
  await field.focus();
  await page.keyboard.press("Backspace");
  expect(await chosen()).toEqual([]);
});

test("typing narrows the list, and the field names the active option to screen readers", async () => {
  const { page, field, options, chosen } = await openSelect({ options: events });
  await field.fill("pAgE");
  expect(await options.allTextContents()).toEqual(["Page edited", "Page viewed"]);
  await page.keyboard.press("ArrowDown");
  const active = await field.getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${active}"]`).textContent()).toBe("Page viewed");
  await page.keyboard.press("Enter");
  expect(await field.inputValue()).toBe("Page viewed");
  expect(await chosen()).toBe("view");
});

test("a custom value is offered only if the select accepts it", async () => {
  const closed = await openSelect({ options: events });
  await closed.field.fill("other");
  await expect.poll(() => closed.options.count()).toBe(0);
  expect(await closed.page.locator(".plugboard-popup [role=status]").textContent()).toContain("No options");

  const open = await openSelect({ options: events, acceptInput: true });
  await open.field.fill("other");
  await open.page.getByRole("option", { name: "Use “other”" }).click();
  expect(await open.field.inputValue()).toBe("other");
  expect(await open.chosen()).toBe("other");
});

test("leaving the field closes the list and discards the typed text", async () => {
  const { page, field, options } = await openSelect({ options: events, initialValue: "view" });
  await field.fill("edit");
  await page.keyboard.press("Tab");
  await expect.poll(() => options.count()).toBe(0);
  expect(await field.inputValue()).toBe("Page viewed");
});

test("options of a URL are loaded through the page, again as the user types, and keep their label when chosen", async () => {
  const channels = [
    { id: "C1", label: "general" },
    { id: "C2", label: "random" },
  ];
  const loadOptions = vi.fn<NonNullable<ComponentHost["loadOptions"]>>(async ({ query }) =>
    channels.filter(({ label }) => label.includes(query)),
  );
  const { page, field, options, chosen } = await openSelect(
    { options: { url: "/channels" } },
    { loadOptions },
  );

  await field.click();
  await expect.poll(() => options.allTextContents()).toEqual(["general", "random"]);
  await field.fill("ran");
  await expect.poll(() => options.allTextContents()).toEqual(["random"]);
  await expect
    .poll(() => loadOptions.mock.calls.map(([request]) => request))
    .toContainEqual({ url: "/channels", query: "ran" });
  await page.keyboard.press("Enter");

  await expect.poll(() => field.inputValue()).toBe("random");
  expect(await chosen()).toBe("C2");
});

test("a pressed option stays under the pointer while the options of a new query arrive", async () => {
  const channels = [
    { id: "C1", label: "general" },
    { id: "C2", label: "random" },
  ];
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  const loadOptions = vi.fn<NonNullable<ComponentHost["loadOptions"]>>(async ({ query }) => {
    if (query === "") return channels;
    await response;
    return [{ id: "C3", label: "brand" }, ...channels.slice(1)];
  });
  const { page, field, options } = await openSelect({ options: { url: "/channels" } }, { loadOptions });
  const status = page.locator(".plugboard-popup [role=status]");

  await field.click();
  await expect.poll(() => options.allTextContents()).toEqual(["general", "random"]);
  await field.fill("ran");
  await expect.poll(() => options.allTextContents()).toEqual(["random"]);
  expect(await status.textContent()).toBe("Loading…");
  await options.hover();
  await page.mouse.down();
  await expect.poll(() => loadOptions.mock.lastCall).toEqual([{ url: "/channels", query: "ran" }]);
  respond();
  await expect.poll(() => loadOptions.mock.settledResults.at(-1)?.type).toBe("fulfilled");
  await page.evaluate("new Promise(requestAnimationFrame)");
  expect(await options.allTextContents()).toEqual(["random"]);
  await page.mouse.up();
  await expect.poll(() => field.inputValue()).toBe("random");
});

test("options that can't be loaded can be retried in place", async () => {
  let down = true;
  const loadOptions = async () => {
    if (down) throw new Error("down");
    return [{ id: "a", label: "A" }];
  };
  const { page, field, options } = await openSelect({ options: { url: "/channels" } }, { loadOptions });
  await field.click();
  await page.getByText("Options could not be loaded.").waitFor();
  down = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => options.allTextContents()).toEqual(["A"]);
});
