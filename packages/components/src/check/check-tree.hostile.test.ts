import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { checkTree, treeLimits } from "./check-tree.ts";
import { block, failureOf } from "./failure-of.fixture.ts";

const button = { type: "button", onPress: { action: "go" } };
const source = { url: "https://example.com/a.png" };

describe("objects in disguise", () => {
  class Divider {
    readonly type = "divider";
  }

  it("a class instance is not an element", () => {
    expect(failureOf(block(new Divider()))).toMatchObject({ path: "block.children[0]", code: "not_json" });
  });

  it("an inherited attribute does not count", () => {
    expect(failureOf(block(Object.create({ type: "divider" })))).toMatchObject({ code: "not_json" });
  });

  it("objects without a prototype and from another realm are plain", () => {
    expect(() => checkTree(block(Object.assign(Object.create(null), { type: "divider" })))).not.toThrow();
    expect(() =>
      checkTree(runInNewContext('({ type: "block", children: [{ type: "divider" }] })')),
    ).not.toThrow();
  });
});

describe("cycles", () => {
  it("of elements are rejected", () => {
    const stack: { type: string; children: unknown[] } = { type: "vstack", children: [] };
    stack.children.push({ type: "box", children: [stack] });
    expect(failureOf(block(stack))).toMatchObject({
      path: "block.children[0].children[0].children[0]",
      code: "cyclic",
    });
  });

  it("of data are rejected", () => {
    const data: Record<string, unknown> = {};
    data["self"] = { list: [data] };
    expect(failureOf(block({ type: "webframe", source, data }))).toMatchObject({
      path: "block.children[0].data.self.list[0]",
      code: "cyclic",
    });
  });

  it("of a list in itself are rejected", () => {
    const children: unknown[] = [];
    children.push(children);
    expect(failureOf({ type: "block", children })).toMatchObject({
      path: "block.children[0]",
      code: "cyclic",
    });
  });
});

describe("limits", () => {
  function nested(levels: number): unknown {
    let tree: unknown = { type: "vstack", children: [] };
    for (let level = 1; level < levels; level += 1) tree = { type: "vstack", children: [tree] };
    return block(tree);
  }

  it("a tree can be as deep as the limit, but no deeper", () => {
    // The block and its list are two levels, each stack and its list two more.
    expect(() => checkTree(nested(treeLimits.depth / 2 - 1))).not.toThrow();
    expect(failureOf(nested(treeLimits.depth / 2))).toMatchObject({ code: "too_deep" });
  });

  it("values in the innermost list or object do not count as a level", () => {
    const dataOf = (levels: number): unknown => (levels === 0 ? "a" : [dataOf(levels - 1)]);
    // The block, its list of children, the frame and its data are the first four.
    const tree = (levels: number): unknown =>
      block({ type: "webframe", source, data: { list: dataOf(levels - 4) } });
    expect(() => checkTree(tree(treeLimits.depth))).not.toThrow();
    expect(failureOf(tree(treeLimits.depth + 1))).toMatchObject({ code: "too_deep" });
  });

  it("trees and data of any depth are rejected without exhausting the stack", () => {
    expect(failureOf(nested(100_000))).toMatchObject({ code: "too_deep" });
    let data: unknown = {};
    for (let level = 0; level < 100_000; level += 1) data = [data];
    expect(failureOf(block({ type: "webframe", source, data: { data } }))).toMatchObject({
      code: "too_deep",
    });
  });

  it("too many elements are rejected", () => {
    const dividers = Array.from({ length: treeLimits.values }, () => ({ type: "divider" }));
    expect(failureOf(block(...dividers))).toMatchObject({ code: "too_large" });
    expect(() => checkTree(block(...dividers.slice(2)))).not.toThrow();
  });

  it("a small object that expands to a huge tree is rejected quickly", () => {
    let stack: unknown = { type: "vstack", children: [] };
    for (let level = 0; level < 40; level += 1) stack = { type: "vstack", children: [stack, stack] };
    expect(failureOf(block(stack))).toMatchObject({ code: "too_large" });
  });

  it("too much text, in values or in keys, is rejected", () => {
    const long = "a".repeat(treeLimits.characters);
    expect(failureOf(block({ type: "text", children: [long] }))).toMatchObject({ code: "too_large" });
    expect(failureOf(block({ type: "webframe", source, data: { [long]: 1 } }))).toMatchObject({
      code: "too_large",
    });
  });

  it("an error message stays short, whatever it quotes", () => {
    const long = "a".repeat(1000);
    const trees = [
      { type: long },
      block({ type: long }),
      block({ ...button, [long]: 1 }),
      block({ ...button, style: long }),
      block({ type: "link", target: { url: long }, children: [] }),
    ];
    for (const tree of trees) expect(failureOf(tree).message.length).toBeLessThan(400);
  });
});
