import type { UiNode } from "@plugboard/api";
import { expect, test } from "vitest";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

const script = "document.title='pwned'";
const html = `<img src=x onerror="${script}"><script>${script}</script><svg onload="${script}">`;
const javascriptUrl = `javascript:${script}`;
const block = (...children: unknown[]): UiNode => ({ type: "block", children });
const nest = (depth: number): UiNode => {
  const open = '{"type":"box","children":[';
  return JSON.parse(`${open.repeat(depth)}{"type":"text","children":["deep"]}${"]}".repeat(depth)}`);
};

const trees: Readonly<Record<string, UiNode>> = {
  "HTML as text": block(
    { type: "text", children: [html] },
    { type: "hint", children: [html] },
    { type: "button", label: html, tooltip: html, onPress: { action: html } },
    { type: "card", title: html, hint: html, icon: html, children: [] },
    {
      type: "input",
      label: html,
      hint: html,
      element: { type: "textinput", state: html, placeholder: html },
    },
    { type: "codeblock", content: html, syntax: "html" },
    { type: "codeblock", content: html, syntax: html, lineNumbers: html },
  ),
  "HTML in Markdown": block({
    type: "markdown",
    content: `${html}\n\n<iframe srcdoc="${html}"></iframe>\n\n<style>*{display:none}</style>`,
  }),
  "script URLs in Markdown": block({
    type: "markdown",
    content: `[a](${javascriptUrl}) [b](data:text/html,x) ![c](${javascriptUrl}) <${javascriptUrl}> [d]( JaVaScRiPt:alert(1))`,
  }),
  "script URLs": block(
    { type: "link", target: { url: javascriptUrl }, children: ["a"] },
    { type: "link", target: { url: "data:text/html,x" }, children: ["b"] },
    { type: "link", target: javascriptUrl, children: ["c"] },
    { type: "image", source: { url: javascriptUrl }, aspectRatio: 1 },
    { type: "webframe", source: { url: javascriptUrl } },
    { type: "webframe", source: { url: "about:blank" } },
    { type: "webframe", source: { url: "data:text/html,x" } },
  ),
  "attributes of React and of HTML": block({
    type: "text",
    children: [
      { type: "text", dangerouslySetInnerHTML: { __html: html }, ref: "x", key: "y", children: ["a"] },
    ],
    dangerouslySetInnerHTML: { __html: html },
    onClick: script,
    onclick: script,
    style: { background: "url(http://evil.test/)" },
    srcdoc: html,
  }),
  "unknown elements": block(
    { type: "script", children: [script] },
    { type: "iframe", srcdoc: html },
    { type: "__proto__", children: [] },
    { type: "constructor", children: [] },
    { type: "toString" },
    { type: "" },
  ),
  "attributes of the wrong type": block(
    { type: "text", children: "text" },
    { type: "text", children: { type: "text" } },
    { type: "text", children: [[["nested"]], { $$typeof: "x" }, 1, null] },
    { type: "button", label: { a: 1 }, onPress: "press", confirm: "yes" },
    { type: "button", label: ["a"], onPress: { action: { a: 1 } } },
    { type: "select", state: { a: 1 }, options: [null, 1, { id: 1 }, { id: "a", label: {} }] },
    { type: "select", state: "s", options: "all" },
    { type: "input", label: {}, hint: [], element: [] },
    { type: "input", label: "a", element: { type: "block" } },
    { type: "stepper", activeStep: {}, children: [{ type: "step", id: [] }] },
    { type: "radio", state: "r", value: {} },
    { type: "checkbox", state: "c" },
    { type: "box", grow: "1; background: url(http://evil.test/)", children: [] },
    { type: "image", source: { url: "http://picture.test/" }, aspectRatio: "1; x: y" },
    { type: "codeblock", content: 7, lineNumbers: Number.MAX_VALUE },
    { type: "card", title: 1, buttons: "all", children: {}, icon: [] },
    { type: "markdown", content: { $state: { $state: "x" } } },
    { type: "markdown", content: { $state: "__proto__" } },
  ),
  "a very deep tree": block(nest(5_000)),
  "very deep Markdown": block({ type: "markdown", content: `${">".repeat(20_000)} deep` }),
  "a very wide tree": block(...Array.from({ length: 30_000 }, () => ({ type: "divider" }))),
};

test.each(Object.keys(trees))("a hostile tree is inert: %s", async (name) => {
  const before = { type: "text", children: ["Still here"] };
  const tree = { type: "vstack", children: [before, trees[name]] };
  const { page, foreignRequests } = await gallery.open({ dispatch: showTree(tree) });
  await page.locator(".plugboard-problem, .plugboard-vstack").first().waitFor();

  const dangerous = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("#root *")];
    const attributes = elements.flatMap((element) => [...element.attributes]);
    return [
      ...document.querySelectorAll("#root :is(script, style, object, embed, base, meta, [srcdoc])"),
      ...attributes.filter(
        ({ name, value }) => name.startsWith("on") || /^\s*(javascript|data):/i.test(value),
      ),
    ].map(String);
  });
  expect(dangerous).toEqual([]);
  expect(await page.title()).toBe("One component");
  expect(foreignRequests.filter((url) => url !== "http://picture.test/")).toEqual([]);
  expect(await page.getByRole("button", { name: "After" }).isVisible()).toBe(true);
});

test("markup that can't be shown is replaced by a notice with its path, and the rest is shown", async () => {
  const tree = block(
    { type: "text", children: ["Before it"] },
    { type: "marquee" },
    { type: "link", target: { url: javascriptUrl }, children: ["a"] },
    { type: "button", label: "No action" },
    { type: "text", children: ["After it"] },
  );
  const { page } = await gallery.open({ dispatch: showTree(tree) });
  await page.getByText("After it").waitFor();
  expect(await page.locator(".plugboard-problem").allTextContents()).toEqual([
    "The element “marquee” is not allowed here: block.children[1]",
    "This link is not safe: block.children[2].target.url",
    "This button has no action: block.children[3].onPress",
  ]);
  expect(await page.locator(".plugboard-paragraph").allTextContents()).toEqual(["Before it", "After it"]);
});

test.each([
  ["a very deep tree", "Elements are nested more than 100 levels deep."],
  ["a very wide tree", "The component has more than 20000 elements: block"],
  ["very deep Markdown", "This element can't be shown: block.children[0]"],
])("%s is replaced by a notice", async (name, message) => {
  const { page } = await gallery.open({ dispatch: showTree(trees[name] ?? block()) });
  await page.locator(".plugboard-problem").waitFor();
  expect((await page.locator(".plugboard-problem").textContent())?.trim()).toBe(message);
});

test("an element that throws while rendering does not affect the others", async () => {
  const tree = block(trees["very deep Markdown"], {
    type: "button",
    label: "Works",
    onPress: { action: "work" },
  });
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });
  await page.getByRole("button", { name: "Works" }).click();
  await expect.poll(() => events[1]?.action).toEqual({ action: "work" });
});
