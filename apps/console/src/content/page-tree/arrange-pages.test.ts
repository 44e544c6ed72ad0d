import { describe, expect, it } from "vitest";
import {
  canStep,
  childrenOf,
  movedTo,
  pagesBelow,
  locationAfterDrop,
  locationAfterStep,
  type PlacedPage,
  type Step,
  toRows,
  type Zone,
} from "./arrange-pages.ts";

// a, b (b1, b2 (b21)), c
const rows = [
  ["a", undefined, 0],
  ["b", undefined, 1],
  ["b1", "b", 0],
  ["b2", "b", 1],
  ["b21", "b2", 0],
  ["c", undefined, 2],
] as const;
const pages = rows.map(([id, parentId, position]): PlacedPage => ({ id, title: id, parentId, position }));
const find = (id: string) => pages.find((page) => page.id === id) ?? { id, title: "", position: 0 };

describe("arranging pages", () => {
  it("lists the tree as rows that know their possible moves", () => {
    const listed = toRows(pages);
    expect(listed.map(({ page, level, index, count }) => [page.id, level, index, count])).toEqual([
      ["a", 0, 0, 3],
      ["b", 0, 1, 3],
      ["b1", 1, 0, 2],
      ["b2", 1, 1, 2],
      ["b21", 2, 0, 1],
      ["c", 0, 2, 3],
    ]);
    for (const row of listed)
      for (const step of ["up", "down", "in", "out"] as const)
        expect(canStep(row, step)).toBe(locationAfterStep(pages, row.page, step) !== undefined);
  });

  it.each<[string, Step, unknown]>([
    ["a", "up", undefined],
    ["b", "up", { parentId: null, position: 0 }],
    ["b", "down", { parentId: null, position: 2 }],
    ["c", "down", undefined],
    ["c", "in", { parentId: "b", position: 2 }],
    ["a", "in", undefined],
    ["b1", "out", { parentId: null, position: 2 }],
    ["b21", "out", { parentId: "b", position: 2 }],
    ["a", "out", undefined],
  ])("moves %s %s", (id, step, location) => {
    expect(locationAfterStep(pages, find(id), step)).toEqual(location);
  });

  it.each<[string, string, Zone, unknown]>([
    ["a", "c", "after", { parentId: null, position: 2 }],
    ["c", "a", "before", { parentId: null, position: 0 }],
    ["a", "b", "inside", { parentId: "b", position: 2 }],
    ["b1", "b", "inside", { parentId: "b", position: 1 }],
    ["a", "b2", "before", { parentId: "b", position: 1 }],
    ["b", "b21", "inside", undefined],
    ["b", "b", "inside", undefined],
  ])("drops %s on %s, %s", (dragged, target, zone, location) => {
    expect(locationAfterDrop(pages, dragged, find(target), zone)).toEqual(location);
  });

  it("shows a moved page in its new position before the server responds", () => {
    const titles = (below: string | null, list: typeof pages) => childrenOf(list, below).map(({ id }) => id);
    const moved = movedTo(pages, "b", { parentId: "c", position: 0 });
    expect([titles(null, moved), titles("c", moved), titles("b", moved)]).toEqual([
      ["a", "c"],
      ["b"],
      ["b1", "b2"],
    ]);
    expect(titles(null, movedTo(pages, "a", { parentId: null, position: 2 }))).toEqual(["b", "c", "a"]);
  });

  it("lists the descendants of a page", () => {
    expect(pagesBelow(pages, "b").map(({ id }) => id)).toEqual(["b1", "b2", "b21"]);
  });
});
