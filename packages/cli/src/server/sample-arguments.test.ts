import { expect, it } from "vitest";
import { sampleArguments } from "./sample-arguments.ts";

it("has a value of the right type for each required property", () => {
  const inputSchema = {
    type: "object",
    properties: {
      text: { type: "string" },
      count: { type: "integer", minimum: 3 },
      ratio: { type: ["number", "null"] },
      isOpen: { type: "boolean" },
      list: { type: "array", items: { type: "string" } },
      nested: { properties: { a: { type: "string" }, b: {} }, required: ["a"] },
      optional: { type: "string" },
    },
    required: ["text", "count", "ratio", "isOpen", "list", "nested", "missing"],
  };
  expect(sampleArguments(inputSchema)).toEqual({
    text: "",
    count: 3,
    ratio: 0,
    isOpen: false,
    list: [],
    nested: { a: "" },
  });
});

it("prefers values from the schema", () => {
  const inputSchema = {
    type: "object",
    properties: {
      constant: { const: 1 },
      preset: { type: "string", default: "docs", examples: ["other"] },
      example: { type: "string", examples: ["A-1"] },
      choice: { enum: ["open", "closed"] },
      referred: { $ref: "#/$defs/id" },
    },
    required: ["constant", "preset", "example", "choice", "referred"],
    $defs: { id: { type: "string", examples: ["iss_1"] } },
  };
  expect(sampleArguments(inputSchema)).toEqual({
    constant: 1,
    preset: "docs",
    example: "A-1",
    choice: "open",
    referred: "iss_1",
  });
});

it("terminates for a recursive schema", () => {
  const inputSchema = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } };
  expect(sampleArguments(inputSchema)).toEqual({});
});
