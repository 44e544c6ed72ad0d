import { ApiError } from "@plugboard/api/client";
import { expect, test } from "vitest";
import { isPassing } from "./retry.ts";

test.each([
  [404, false],
  [403, false],
  [400, false],
  [408, true],
  [429, true],
  [500, true],
  [503, true],
  [undefined, true],
])("offers another attempt after the status %s: %s", (status, expected) => {
  expect(isPassing(new ApiError("network", "failed", { status }))).toBe(expected);
});

test("offers another attempt after an error of the page", () => {
  expect(isPassing(new TypeError("x is undefined"))).toBe(true);
});
