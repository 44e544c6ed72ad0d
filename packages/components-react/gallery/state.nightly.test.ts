import { expect, test } from "vitest";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();
const input = (label: string, element: object) => ({ type: "input", label, element });
const save = { type: "button", label: "Save", onPress: { action: "save" } };

test("a binding follows its control without a round trip", async () => {
  const tree = {
    type: "block",
    children: [
      input("Name", { type: "textinput", state: "name", initialValue: "Ada" }),
      { type: "markdown", content: { $state: "name" } },
    ],
  };
  const { page, events, complaints } = await gallery.open({
    dispatch: showTree(tree),
  });

  await page.getByLabel("Name").fill("**Grace**");

  expect(await page.locator(".plugboard-markdown strong").textContent()).toBe("Grace");
  expect(events).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("every control writes its key, and an action sends all of them", async () => {
  const tree = {
    type: "configuration",
    children: [
      input("Name", { type: "textinput", state: "name" }),
      input("About", { type: "textinput", state: "about", multiline: true }),
      input("Region", {
        type: "select",
        state: "region",
        options: [
          { id: "eu", label: "Europe" },
          { id: "us", label: "United States" },
        ],
      }),
      input("Digest", { type: "switch", state: "digest" }),
      input("Team", { type: "radio", state: "plan", value: "team" }),
      input("Scale", { type: "radio", state: "plan", value: "scale" }),
      input("Mail", { type: "checkbox", state: "notify", value: "mail" }),
      input("App", { type: "checkbox", state: "notify", value: "app" }),
      { type: "codeblock", state: "code", content: "let a;", syntax: "typescript" },
      input("Untouched", { type: "textinput", state: "untouched", initialValue: "as it was" }),
      save,
    ],
  };
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });

  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("About").fill("Two\nlines");
  await page.getByLabel("Region").selectOption("us");
  await page.getByRole("switch", { name: "Digest" }).check();
  await page.getByLabel("Team").focus();
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("Mail").check();
  await page.getByLabel("App").check();
  await page.getByLabel("Mail").uncheck();
  await page.getByLabel("Code in typescript").fill("let b;");
  expect(events).toHaveLength(1);
  await page.getByRole("button", { name: "Save" }).click();

  await expect
    .poll(() => events[1]?.state)
    .toEqual({
      name: "Ada",
      about: "Two\nlines",
      region: "us",
      digest: true,
      plan: "scale",
      notify: ["app"],
      code: "let b;",
      untouched: "as it was",
    });
});

test("a value change performs its action with the value", async () => {
  const options = [
    { id: "a", label: "A" },
    { id: "b", label: "B" },
  ];
  const tree = {
    type: "block",
    children: [
      input("Letter", { type: "select", state: "letter", options, onValueChange: { action: "choose" } }),
      input("On", { type: "switch", state: "on", onValueChange: { action: "turn" } }),
      { type: "codeblock", content: "one", onContentChange: { action: "edit" } },
    ],
  };
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });

  await page.getByLabel("Letter").selectOption("b");
  await page.getByLabel("On").check();
  await page.getByLabel("Code").fill("two");
  await page.getByLabel("Code").press("Tab");

  await expect
    .poll(() => events.slice(1).map(({ action }) => action))
    .toEqual([
      { action: "choose", value: "b" },
      { action: "turn", value: true },
      { action: "edit", content: "two" },
    ]);
  expect(await page.getByLabel("Code").inputValue()).toBe("two");
});

test("changed props and themes are rendered with the current state", async () => {
  const tree = { type: "block", children: [input("Name", { type: "textinput", state: "name" })] };
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });
  await page.getByLabel("Name").fill("Ada");

  await page.evaluate(() => window.show({ props: { id: 2 }, context: { type: "document", theme: "dark" } }));

  await expect
    .poll(() => events[1])
    .toEqual({
      componentId: "main",
      props: { id: 2 },
      state: { name: "Ada" },
      context: { type: "document", theme: "dark" },
    });
  const view = page.locator(".plugboard");
  expect(await view.getAttribute("data-theme")).toBe("dark");
  expect(await view.evaluate((node) => getComputedStyle(node).colorScheme)).toBe("dark");
});

test("a CSS variable of the surrounding page changes a view's theme", async () => {
  const tree = { type: "block", children: [{ ...save, style: "primary" }] };
  const { page } = await gallery.open({ dispatch: showTree(tree) });
  const background = () =>
    page.getByRole("button", { name: "Save" }).evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await background()).toBe("rgb(79, 70, 229)");

  await page.addStyleTag({ content: "body { --plugboard-accent: rgb(1, 2, 3); }" });

  await expect.poll(background).toBe("rgb(1, 2, 3)");
});
