import { expect, it } from "vitest";
import { listFieldChanges } from "./field-changes.ts";

it("lists nested, added and removed fields, and leaves out the time of the change", () => {
  const before = { status: "active", settings: { url: "a", size: 1 }, reason: "old", updatedAt: 1 };
  const after = { status: "paused", settings: { url: "b", size: 1 }, tags: ["x"], updatedAt: 2 };
  expect(listFieldChanges(before, after)).toEqual([
    { field: "status", before: "active", after: "paused" },
    { field: "settings.url", before: "a", after: "b" },
    { field: "reason", before: "old", after: undefined },
    { field: "tags", before: undefined, after: ["x"] },
  ]);
  expect(listFieldChanges(before, { ...before, updatedAt: 3 })).toEqual([]);
  expect(listFieldChanges({}, { title: "New" })).toEqual([
    { field: "title", before: undefined, after: "New" },
  ]);
});
