import type { JsonObject } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { measureJson } from "@plugboard/manifest";
import { costOfSchema } from "./schema-cost.ts";

describe("the cost of checking data", () => {
  it.each<[string, JsonObject, number]>([
    ["nothing", {}, 1],
    ["a keyword", { type: "object" }, 2],
    ["properties whose names aren't keywords", { properties: { pattern: { type: "string" }, $id: {} } }, 4],
    ["values", { enum: [1, { pattern: "x" }], const: "y" }, 6],
    [
      "a referenced schema once per reference",
      { items: { $ref: "#/$defs/a" }, contains: { $ref: "#/$defs/a" }, $defs: { a: { minimum: 1 } } },
      7,
    ],
    ["a disabled keyword", { uniqueItems: false }, 2],
  ])("counts %s", (_name, schema, parts) => {
    expect(costOfSchema(schema)).toBe(parts);
  });

  // Each is small but could take arbitrarily long to check, or refers to another document.
  it.each<[string, JsonObject]>([
    ["pattern", { properties: { a: { pattern: "(a+)+$" } } }],
    ["patternProperties", { patternProperties: { "(a+)+$": {} } }],
    ["uniqueItems", { items: { uniqueItems: true } }],
    ["in a cycle", { $ref: "#/$defs/a", $defs: { a: { items: { $ref: "#/$defs/a" } } } }],
    ["#/$defs/nothing", { $ref: "#/$defs/nothing" }],
    ['refers to "#"', { items: { $ref: "#" } }],
    ["https://example.com/other", { $ref: "https://example.com/other" }],
    ["$dynamicRef", { $dynamicRef: "#a" }],
    ["$id", { $id: "https://example.com/this" }],
    ['format "regex"', { format: "regex" }],
    [
      "more than 2000 parts",
      {
        $ref: "#/$defs/a11",
        $defs: Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [
            `a${at}`,
            at === 0 ? {} : { allOf: [{ $ref: `#/$defs/a${at - 1}` }, { $ref: `#/$defs/a${at - 1}` }] },
          ]),
        ),
      },
    ],
  ])("rejects %s", (why, schema) => {
    expect(() => costOfSchema(schema)).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(why) }),
    );
  });

  it("counts each value, and long texts by their length", () => {
    expect(measureJson({ a: [1, null, true, "b"], c: {} })).toBe(7);
    expect(measureJson("x".repeat(640))).toBe(11);
  });
});
