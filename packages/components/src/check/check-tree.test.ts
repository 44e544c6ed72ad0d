import { describe, expect, it, test } from "vitest";
import { checkTree } from "./check-tree.ts";
import { block, failureOf } from "./failure-of.fixture.ts";
import { safeUrls, unsafeUrls } from "./url-cases.fixture.ts";

const press = { action: "go" };
const text = { type: "text", children: ["a"] };
const button = { type: "button", onPress: press };
const source = { url: "https://example.com/a.png" };
const image = { type: "image", source, aspectRatio: 1 };

describe("roots", () => {
  test.each([
    [{ type: "block", children: [] }],
    [{ type: "modal", children: [text], submit: button, returnValue: { a: [1, null] } }],
    [{ type: "configuration", children: [text, button] }],
  ])("%j is accepted", (tree) => {
    expect(() => checkTree(tree)).not.toThrow();
  });

  test.each([
    [text, "text", "invalid_value"],
    [button, "button", "invalid_value"],
    [{ type: "div", children: [] }, "div", "unknown_element"],
    [[block()], "tree", "invalid_value"],
    ["block", "tree", "invalid_value"],
    [null, "tree", "invalid_value"],
    [undefined, "tree", "not_json"],
    [{}, "tree", "invalid_value"],
    [() => block(), "tree", "not_json"],
    [Promise.resolve(block()), "tree", "not_json"],
  ])("%j is rejected", (tree, path, code) => {
    expect(failureOf(tree)).toMatchObject({ path, code });
  });
});

describe("children", () => {
  test.each([
    ["text in a block", block("hello"), "block.children[0]", "invalid_value"],
    ["a modal in a block", block({ type: "modal", children: [] }), "block.children[0]", "invalid_value"],
    [
      "a step without a stepper",
      block({ type: "step", id: "1", children: [] }),
      "block.children[0]",
      "invalid_value",
    ],
    [
      "an element in a link",
      block({ type: "link", target: source, children: [text] }),
      "block.children[0].children[0]",
      "invalid_value",
    ],
    [
      "a button in a text",
      block({ type: "text", children: ["a", button] }),
      "block.children[0].children[1]",
      "invalid_value",
    ],
    [
      "a number in a text",
      block({ type: "text", children: [1] }),
      "block.children[0].children[0]",
      "invalid_value",
    ],
    [
      "a child of a divider",
      block({ type: "divider", children: [] }),
      "block.children[0].children",
      "unknown_attribute",
    ],
    ["missing children", { type: "block" }, "block.children", "missing_attribute"],
    ["a single child without a list", { type: "block", children: text }, "block.children", "invalid_value"],
    ["null among the children", block(text, null), "block.children[1]", "invalid_value"],
    ["a hole among the children", block(...Array.from({ length: 1 })), "block.children[0]", "not_json"],
    ["a list among the children", block([text]), "block.children[0]", "invalid_value"],
    [
      "a name from the object prototype",
      block({ type: "constructor" }),
      "block.children[0]",
      "unknown_element",
    ],
    ["the name of a group", block({ type: "element" }), "block.children[0]", "unknown_element"],
    ["the name of a type", block({ type: "string" }), "block.children[0]", "unknown_element"],
    [
      "the name of a type allowed there",
      block({ type: "text", children: [{ type: "string" }] }),
      "block.children[0].children[0]",
      "unknown_element",
    ],
    ["the name of an object", block({ type: "Confirm" }), "block.children[0]", "unknown_element"],
    ["the name of an action", block({ type: "@ui.modal.close" }), "block.children[0]", "unknown_element"],
  ])("%s", (_title, tree, path, code) => {
    expect(failureOf(tree)).toMatchObject({ path, code });
  });

  const step = { type: "step", id: "1", children: [] };
  const stepper = {
    type: "stepper",
    activeStep: "1",
    onStepChange: press,
    onComplete: press,
    children: [step],
  };

  it("of a configuration can be a single stepper", () => {
    expect(() => checkTree({ type: "configuration", children: [stepper] })).not.toThrow();
    for (const children of [
      [stepper, stepper],
      [text, stepper],
    ]) {
      expect(failureOf({ type: "configuration", children })).toMatchObject({ code: "invalid_value" });
    }
  });

  it("of a stepper are steps", () => {
    const tree = { type: "configuration", children: [{ ...stepper, children: [step, text] }] };
    expect(failureOf(tree)).toMatchObject({
      path: "configuration.children[0].children[1]",
      code: "invalid_value",
    });
  });

  it("that are the same object twice are not a cycle", () => {
    expect(() => checkTree(block(text, text, { type: "vstack", children: [text] }))).not.toThrow();
  });
});

describe("attributes", () => {
  test.each([
    ["unknown", { ...button, onClick: press }, "onClick", "unknown_attribute"],
    ["unknown, with a question mark", { ...button, "label?": "a" }, '["label?"]', "unknown_attribute"],
    [
      "unknown, from the object prototype",
      { ...button, constructor: "a" },
      "constructor",
      "unknown_attribute",
    ],
    ["unknown, with the element's name as value", { ...button, kind: "button" }, "kind", "unknown_attribute"],
    [
      "an element's attribute on an object",
      { ...button, confirm: { type: "Confirm", title: "a", text: "b", confirm: "c" } },
      "confirm.type",
      "unknown_attribute",
    ],
    ["called __proto__", JSON.parse('{"type":"divider","__proto__":{}}'), "__proto__", "unknown_attribute"],
    [
      "unknown, with a name that is not a word",
      { ...button, 'a"] b': 1 },
      '["a\\"] b"]',
      "unknown_attribute",
    ],
    ["a function", { ...button, label: () => "a" }, "label", "not_json"],
    ["null", { ...button, label: null }, "label", "invalid_value"],
    ["missing", { type: "image", source }, "aspectRatio", "missing_attribute"],
    ["set to undefined", { ...image, source: undefined }, "source", "missing_attribute"],
    ["not one of the choices", { ...button, style: "ghost" }, "style", "invalid_value"],
    ["the word undefined", { ...button, style: "undefined" }, "style", "invalid_value"],
    ["all choices joined", { ...button, style: '"primary"|"secondary"' }, "style", "invalid_value"],
    ["a list for text", { ...button, label: ["a"] }, "label", "invalid_value"],
    ["an object for a list", { type: "card", buttons: button, children: [] }, "buttons", "invalid_value"],
    ["a choice in a list", { ...button, style: ["primary"] }, "style", "invalid_value"],
    ["text for a number", { ...image, aspectRatio: "1" }, "aspectRatio", "invalid_value"],
    ["not above 0", { ...image, aspectRatio: 0 }, "aspectRatio", "invalid_value"],
    ["not finite", { ...image, aspectRatio: Number.POSITIVE_INFINITY }, "aspectRatio", "not_json"],
    ["text for a boolean", { ...button, disabled: "true" }, "disabled", "invalid_value"],
    ["an empty state key", { type: "textinput", state: "" }, "state", "invalid_value"],
    ["a state key called __proto__", { type: "textinput", state: "__proto__" }, "state", "invalid_value"],
    ["a binding without a key", { type: "markdown", content: {} }, "content.$state", "missing_attribute"],
    [
      "a binding with another attribute",
      { type: "markdown", content: { $state: "a", b: 1 } },
      "content.b",
      "unknown_attribute",
    ],
    ["a binding where none is allowed", { ...button, label: { $state: "a" } }, "label", "invalid_value"],
    [
      "an element that is not a control",
      { type: "input", label: "a", element: text },
      "element",
      "invalid_value",
    ],
    [
      "an unknown control",
      { type: "input", label: "a", element: { type: "slider" } },
      "element",
      "unknown_element",
    ],
    [
      "inside a control",
      { type: "input", label: "a", element: { type: "radio", state: "a" } },
      "element.value",
      "missing_attribute",
    ],
    [
      "inside a list of buttons",
      { type: "card", buttons: [button, {}], children: [] },
      "buttons[1]",
      "invalid_value",
    ],
    [
      "inside an option",
      { type: "select", state: "a", options: [{ id: "1" }] },
      "options[0].label",
      "missing_attribute",
    ],
    [
      "inside a confirm",
      { ...button, confirm: { title: "a", text: "b" } },
      "confirm.confirm",
      "missing_attribute",
    ],
    [
      "inside a menu entry",
      { type: "block", controls: [{ label: "a" }], children: [] },
      "controls[0].onPress",
      "missing_attribute",
    ],
    [
      "an initial value with a nested list",
      { type: "select", state: "a", options: [], initialValue: [1] },
      "initialValue[0]",
      "invalid_value",
    ],
    ["data that is a list", { type: "webframe", source, data: [] }, "data", "invalid_value"],
    [
      "data with a class instance",
      { type: "webframe", source, data: { a: { b: new Map() } } },
      "data.a.b",
      "not_json",
    ],
    [
      "data with a key called __proto__",
      { type: "webframe", source, data: JSON.parse('{"a":{"__proto__":1}}') },
      "data.a.__proto__",
      "not_json",
    ],
    ["data with a bigint", { type: "webframe", source, data: { a: 1n } }, "data.a", "not_json"],
    ["data with a symbol", { type: "webframe", source, data: { a: Symbol("a") } }, "data.a", "not_json"],
    [
      "data with undefined in a list",
      { type: "webframe", source, data: { a: [undefined] } },
      "data.a[0]",
      "not_json",
    ],
  ])("%s", (_title, element, path, code) => {
    const expected = path.startsWith("[") ? `block.children[0]${path}` : `block.children[0].${path}`;
    expect(failureOf(block(element))).toMatchObject({ path: expected, code });
  });

  it("that are undefined count as missing", () => {
    expect(() => checkTree(block({ ...button, label: undefined, onClick: undefined }))).not.toThrow();
    expect(() => checkTree(block({ type: "webframe", source, data: { a: undefined } }))).not.toThrow();
  });
});

describe("markup of real integrations", () => {
  test.each([
    ["a button in an input", { type: "input", label: "a", element: button }],
    ["a code block in an input", { type: "input", label: "a", element: { type: "codeblock", content: "a" } }],
    ["a text as a hint", { type: "input", label: "a", hint: text, element: button }],
    ["a list as a hint", { type: "card", hint: ["a", text], children: [] }],
  ])("%s", (_title, element) => {
    expect(() => checkTree(block(element))).not.toThrow();
  });

  it("a list as the subtitle of a modal", () => {
    expect(() => checkTree({ type: "modal", subtitle: ["a", text], children: [] })).not.toThrow();
    expect(failureOf({ type: "modal", subtitle: [button], children: [] })).toMatchObject({
      path: "modal.subtitle[0]",
      code: "invalid_value",
    });
  });
});

describe("actions", () => {
  test.each([
    [{ action: "save", any: { data: [1, { $state: "a" }] } }],
    [{ action: "_private" }],
    [{ action: "button", label: 1 }],
    [{ action: "Confirm" }],
    [{ action: "save", type: "button" }],
    [{ action: "2fa" }],
    [{ action: "@ui.modal.open", componentId: "a", props: {} }],
    [{ action: "@ui.modal.close" }],
    [{ action: "@ui.modal.close", returnValue: { a: { $state: "b" } } }],
    [{ action: "@ui.url.open", url: "mailto:ada@example.com" }],
    [{ action: "@editor.node.updateProps", props: { a: 1 } }],
    [{ action: "@link.unfurl", url: "https://example.com" }],
  ])("%j is accepted", (onPress) => {
    expect(() => checkTree(block({ type: "button", onPress }))).not.toThrow();
  });

  test.each([
    ["save", "onPress", "invalid_value"],
    [{}, "onPress.action", "unknown_action"],
    [{ action: 1 }, "onPress.action", "unknown_action"],
    [{ action: "" }, "onPress.action", "unknown_action"],
    [{ action: "@ui.modal.opne" }, "onPress.action", "unknown_action"],
    [{ action: "@constructor" }, "onPress.action", "unknown_action"],
    [{ action: "save", run: () => {} }, "onPress.run", "not_json"],
    [{ action: "@ui.modal.open", props: {} }, "onPress.componentId", "missing_attribute"],
    [{ action: "@ui.modal.open", componentId: "a", props: "b" }, "onPress.props", "invalid_value"],
    [{ action: "@ui.modal.close", value: 1 }, "onPress.value", "unknown_attribute"],
    [{ action: "@ui.url.open", url: "javascript:alert(1)" }, "onPress.url", "unsafe_url"],
    [{ action: "@link.unfurl", url: "mailto:ada@example.com" }, "onPress.url", "unsafe_url"],
  ])("%j is rejected", (onPress, path, code) => {
    expect(failureOf(block(text, { type: "button", onPress }))).toMatchObject({
      path: `block.children[1].${path}`,
      code,
    });
  });
});

describe("URLs", () => {
  const places: readonly [string, (url: unknown) => unknown][] = [
    ["target.url", (url) => ({ type: "link", target: { url }, children: [] })],
    ["source.url", (url) => ({ type: "image", source: { url }, aspectRatio: 1 })],
    ["source.url", (url) => ({ type: "webframe", source: { url } })],
    ["options.url", (url) => ({ type: "select", state: "a", options: { url } })],
    ["onPress.url", (url) => ({ type: "button", onPress: { action: "@ui.url.open", url } })],
    ["onPress.url", (url) => ({ type: "button", onPress: { action: "@link.unfurl", url } })],
  ];

  test.each(unsafeUrls)("%j is rejected in every URL attribute", (url) => {
    for (const [path, build] of places) {
      expect(failureOf(block(build(url)))).toMatchObject({
        path: `block.children[0].${path}`,
        code: "unsafe_url",
      });
    }
  });

  test.each(safeUrls)("%s is accepted in every URL attribute", (url) => {
    for (const [, build] of places) expect(() => checkTree(block(build(url)))).not.toThrow();
  });

  it("can be a mail address in links, but not in resources", () => {
    const url = "mailto:ada@example.com";
    expect(() => checkTree(block({ type: "link", target: { url }, children: [] }))).not.toThrow();
    expect(failureOf(block({ type: "image", source: { url }, aspectRatio: 1 }))).toMatchObject({
      code: "unsafe_url",
    });
  });
});

describe("messages", () => {
  test.each([
    [block("hi"), 'block.children[0]: invalid value, expected element, got "hi"'],
    [block({ type: "div" }), "block.children[0]: unknown element, expected element, got <div>"],
    [
      block({ ...button, style: "ghost" }),
      'block.children[0].style: invalid value, expected "primary"|"secondary"|"danger"|undefined, got "ghost"',
    ],
    [
      block({ ...image, aspectRatio: 0 }),
      "block.children[0].aspectRatio: invalid value, expected positive, got 0",
    ],
    [
      block({ type: "divider", color: "red" }),
      'block.children[0].color: unknown attribute, expected size|type, got "red"',
    ],
    [
      block({ type: "markdown" }),
      "block.children[0].content: missing attribute, expected string|Binding, got undefined",
    ],
    [
      { type: "configuration", children: 1 },
      "configuration.children: invalid value, expected [stepper]|element[], got 1",
    ],
    [
      block({ type: "button", onPress: { action: "@ui.close" } }),
      'block.children[0].onPress.action: unknown action, expected built-in action, or a name without @, got "@ui.close"',
    ],
    [
      block({ type: "webframe", source, data: { when: new Date() } }),
      "block.children[0].data.when: not json, expected JSON within treeLimits, got [object Date]",
    ],
    [
      block({ type: "link", target: { url: "/a" }, children: [] }),
      'block.children[0].target.url: unsafe url, expected linkUrl, got "/a"',
    ],
  ])("%#", (tree, message) => {
    expect(failureOf(tree).message).toBe(message);
  });
});
