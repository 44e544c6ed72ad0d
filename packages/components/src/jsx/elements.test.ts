import { describe, expect, test } from "vitest";
import { checkTree } from "../check/check-tree.ts";
import { ComponentError } from "../component-error.ts";
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

// A tree around markup that is no root; markup may be a fragment, and is a promise where a component is async.
async function treeOf(markup: unknown): Promise<unknown> {
  const node: unknown = await markup;
  return isRoot(node) ? node : { type: "block", children: [node].flat() };
}

describe("what compiles is accepted", () => {
  test.each(
    [...valid, ...actions, ...functionComponents.slice(0, 2)].map((markup, index) => [index, markup]),
  )("%d", async (_index, markup) => {
    const tree = await treeOf(markup);
    expect(() => checkTree(tree)).not.toThrow();
  });
});

describe("what does not compile is refused", () => {
  const refused = [...unknownElement, ...wrongAttributes, ...wrongChildren, ...wrongActions];
  test.each(refused.map((markup, index) => [index, markup]))("%d", async (_index, markup) => {
    const tree = await treeOf(markup);
    expect(() => checkTree(tree)).toThrowError(ComponentError);
  });
});
