import { expect, test } from "vitest";
import type { FieldCondition } from "../model/endpoint.ts";
import { checkFilter, lazyBody, matchesFilter, sharesChannel } from "./event-filter.ts";

const body = { type: "a", count: 0, none: null, user: { plan: "free" }, list: [{ id: 7 }] };

test.each<[FieldCondition, boolean]>([
  [{ field: ["type"], equals: "a" }, true],
  [{ field: ["type"], equals: "A" }, false],
  [{ field: ["count"], equals: 0 }, true],
  [{ field: ["count"], equals: "0" }, false],
  [{ field: ["none"], equals: null }, true],
  [{ field: ["absent"], equals: null }, false],
  [{ field: ["user", "plan"], oneOf: ["pro", "free"] }, true],
  [{ field: ["user", "plan"], oneOf: ["pro"] }, false],
  [{ field: ["list", "0", "id"], equals: 7 }, true],
  [{ field: ["none"], exists: true }, true],
  [{ field: ["user", "name"], exists: true }, false],
  [{ field: ["user", "name"], exists: false }, true],
  [{ field: ["user", "plan", "length"], exists: true }, false],
  [{ field: ["list", "length"], exists: true }, false],
  [{ field: ["user", "constructor"], exists: true }, false],
  [{ field: ["__proto__", "x"], exists: true }, false],
])("the condition %j is met: %s", (condition, isMet) => {
  checkFilter([condition]);
  expect(matchesFilter([condition], body)).toBe(isMet);
  expect(matchesFilter([{ field: ["type"], equals: "a" }, condition], body)).toBe(isMet);
});

test("requires every condition, and accepts everything without a filter", () => {
  expect(
    matchesFilter(
      [
        { field: ["type"], equals: "a" },
        { field: ["count"], equals: 1 },
      ],
      body,
    ),
  ).toBe(false);
  expect([matchesFilter([], body), matchesFilter(undefined, undefined)]).toEqual([true, true]);
});

test("a body that is not JSON has no fields", () => {
  expect(matchesFilter([{ field: ["a"], exists: true }], lazyBody("{")())).toBe(false);
  expect(matchesFilter([{ field: ["a"], exists: true }], lazyBody('{"a":1}')())).toBe(true);
});

test.each<[string, unknown]>([
  ["filter must be a list", {}],
  ["filter must be a list", Array.from({ length: 21 }, () => ({ field: ["a"], exists: true }))],
  ["filter[0].field is []", [{ field: [], exists: true }]],
  ['filter[0].field is "a.b"', [{ field: "a.b", exists: true }]],
  ["filter[0].field is", [{ field: Array(11).fill("a"), exists: true }]],
  ["exactly one of", [{ field: ["a"] }]],
  ["exactly one of", [{ field: ["a"], equals: 1, exists: true }]],
  [
    "filter[1].equals is {}",
    [
      { field: ["a"], exists: true },
      { field: ["a"], equals: {} },
    ],
  ],
  ["filter[0].equals is", [{ field: ["a"], equals: "x".repeat(1_001) }]],
  ["filter[0].equals is null", [{ field: ["a"], equals: Number.NaN }]],
  ["filter[0].oneOf is []", [{ field: ["a"], oneOf: [] }]],
  ["filter[0].oneOf is", [{ field: ["a"], oneOf: Array(101).fill(1) }]],
  ["filter[0].exists is 1", [{ field: ["a"], exists: 1 }]],
])("rejects: %s", (message, filter) => {
  // Untyped callers can pass any value.
  expect(() => checkFilter(filter as readonly FieldCondition[])).toThrow(
    expect.objectContaining({
      code: "invalid_endpoint",
      part: "filter",
      message: expect.stringContaining(message),
    }),
  );
});

test.each([
  { ofEndpoint: [], ofEvent: [], isReached: true },
  { ofEndpoint: [], ofEvent: ["eu"], isReached: true },
  { ofEndpoint: ["eu", "us"], ofEvent: ["us"], isReached: true },
  { ofEndpoint: ["eu"], ofEvent: ["us"], isReached: false },
  { ofEndpoint: ["eu"], ofEvent: [], isReached: false },
])("an endpoint with channels $ofEndpoint receives an event with $ofEvent: $isReached", (row) => {
  expect(sharesChannel(row.ofEndpoint, row.ofEvent)).toBe(row.isReached);
});
