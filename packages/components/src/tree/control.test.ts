import { expect, test } from "vitest";
import { withInitialValues } from "./control.ts";

const tree = {
  type: "block",
  children: [
    { type: "input", label: "Name", element: { type: "textinput", state: "name", initialValue: "Ada" } },
    { type: "switch", state: "on", initialValue: true },
    { type: "select", state: "tags", initialValue: ["a", "b"] },
    { type: "codeblock", state: "code", content: "let x;" },
    { type: "codeblock", state: "bound", content: { $state: "other" } },
    { type: "textinput", state: "empty" },
    {
      type: "button",
      onPress: { action: "open", children: [{ type: "textinput", state: "no", initialValue: "x" }] },
    },
  ],
};

test("a key that is not set gets its control's initial value", () => {
  expect(withInitialValues({}, tree)).toEqual({ name: "Ada", on: true, tags: ["a", "b"], code: "let x;" });
});

test("a key that is set keeps its value, including false and empty ones", () => {
  const state = { name: "", on: false, tags: null, code: "x", kept: 1 };
  expect(withInitialValues(state, tree)).toEqual(state);
});

test("a very deep tree is walked without exhausting the stack", () => {
  const depth = 20_000;
  const deep = JSON.parse(`${'{"type":"box","children":['.repeat(depth)}{"type":"box"}${"]}".repeat(depth)}`);
  expect(withInitialValues({}, deep)).toEqual({});
});
