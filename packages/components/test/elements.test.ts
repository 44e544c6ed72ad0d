import { describe, expect, test } from "vitest";
import { checkTree } from "../src/check/check-tree.ts";
import { ComponentError } from "../src/check/component-error.ts";
import { actionTable, elementTable } from "../src/elements/element-table.ts";
import { isPlainObject } from "../src/elements/plain-object.ts";
import {
  actions,
  functionComponents,
  unknownElement,
  valid,
  wrongActions,
  wrongAttributes,
  wrongChildren,
} from "./elements.test-d.tsx";

const roots: ReadonlySet<unknown> = new Set(["block", "modal", "configuration"]);
const isRoot = (node: unknown): boolean =>
  typeof node === "object" && node !== null && "type" in node && roots.has(node.type);

// Returns a tree around markup that isn't a root. Markup can be a fragment, and is a promise if a component
// is async.
async function treeOf(markup: unknown): Promise<unknown> {
  const node: unknown = await markup;
  return isRoot(node) ? node : { type: "block", children: [node].flat() };
}

// Returns the attributes in markup, as `element.attribute`, and the names of its actions.
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isPlainObject(value)) return [];
  const { type, action } = value;
  return Object.entries(value).flatMap(([name, item]) => [
    `${String(type ?? action)}.${name}`,
    ...namesIn(item),
  ]);
}

describe("code that compiles", () => {
  const written = new Set(namesIn([...valid, ...actions]));

  test.each(Object.entries(elementTable))("has every attribute of %s", (type, attributes) => {
    const names = Object.keys(attributes).map((name) => `${type}.${name}`);
    expect(names.filter((name) => !written.has(name))).toEqual([]);
  });

  test.each(Object.entries(actionTable))("has all data of %s", (action, attributes) => {
    const names = ["action", ...Object.keys(attributes)].map((name) => `${action}.${name}`);
    expect(names.filter((name) => !written.has(name))).toEqual([]);
  });
});

describe("code that compiles is accepted", () => {
  test.each(
    [...valid, ...actions, ...functionComponents.slice(0, 2)].map((markup, index) => [index, markup]),
  )("%d", async (_index, markup) => {
    const tree = await treeOf(markup);
    expect(() => checkTree(tree)).not.toThrow();
  });
});

describe("code that does not compile is rejected at run time", () => {
  const refused = [...unknownElement, ...wrongAttributes, ...wrongChildren, ...wrongActions];
  test.each(refused.map((markup, index) => [index, markup]))("%d", async (_index, markup) => {
    const tree = await treeOf(markup);
    expect(() => checkTree(tree)).toThrowError(ComponentError);
  });
});
