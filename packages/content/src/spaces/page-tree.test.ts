import { describe, expect, it } from "vitest";
import {
  orderPages,
  type PageLocation,
  placePage,
  locationsOf,
  removePages,
  treeKeys,
  withDescendants,
} from "./page-tree.ts";

// a, b with c and d below it (and e below d), f
const tree = locationsOf([
  ["a", null],
  ["b", null],
  ["c", "b"],
  ["d", "b"],
  ["e", "d"],
  ["f", null],
]);

/** Draws a tree, such as `a b(c d(e)) f`. */
function draw(pages: readonly PageLocation[], parent: string | null = null): string {
  const below = orderPages(pages).filter(({ parentId }) => parentId === parent);
  expect(below.map(({ position }) => position)).toEqual(below.map((_page, index) => index));
  return below
    .map(({ id }) => `${id}${pages.some(({ parentId }) => parentId === id) ? `(${draw(pages, id)})` : ""}`)
    .join(" ");
}

describe("the tree of pages", () => {
  it.each([
    ["a new page at the end", "x", null, undefined, "a b(c d(e)) f x"],
    ["a new page between others", "x", null, 1, "a x b(c d(e)) f"],
    ["a new page below a page without children", "x", "a", undefined, "a(x) b(c d(e)) f"],
    ["a page with its descendants", "d", null, 0, "d(e) a b(c) f"],
    ["a page among its siblings", "a", null, 2, "b(c d(e)) f a"],
    ["a page to its current position", "b", null, 1, "a b(c d(e)) f"],
    ["a page past the end", "c", "d", 99, "a b(d(e c)) f"],
  ])("places %s", (_case, id, parentId, position, expected) => {
    expect(draw(placePage(tree, id, parentId, position))).toBe(expected);
  });

  it.each([
    ["below itself", "b", "b", "conflict"],
    ["below its own descendant", "b", "e", "conflict"],
    ["below a missing page", "b", "missing", "not_found"],
  ])("rejects placing %s", (_case, id, parentId, code) => {
    expect(() => placePage(tree, id, parentId)).toThrow(expect.objectContaining({ code }));
  });

  it("is at most ten levels deep, including moved subpages", () => {
    const chain = locationsOf(
      Array.from({ length: 9 }, (_, level) => [`${level}`, level === 0 ? null : `${level - 1}`]),
    );
    const deepest = placePage(chain, "x", "8");
    expect(() => placePage(deepest, "y", "x")).toThrow(expect.objectContaining({ code: "conflict" }));
    const pair = placePage(placePage(chain, "y", null), "z", "y");
    expect(() => placePage(pair, "y", "8")).toThrow(expect.objectContaining({ code: "conflict" }));
  });

  it("closes the gap of a removed page and its subpages", () => {
    expect(withDescendants(tree, "b")).toEqual(["b", "c", "d", "e"]);
    expect(draw(removePages(tree, withDescendants(tree, "b")))).toBe("a f");
  });

  it("has keys that sort in display order", () => {
    const wide = locationsOf([
      ["r", null],
      ...Array.from({ length: 12 }, (_, index) => [`p${index}`, "r"] as const),
      ["z", null],
    ]);
    const keys = treeKeys(wide.toReversed());
    const sorted = wide
      .map(({ id }) => id)
      .toSorted((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1));
    expect(sorted).toEqual(orderPages(wide).map(({ id }) => id));
  });
});
