import { assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { equalText } from "./bytes.ts";

describe("equalText", () => {
  it("agrees with === on any two texts", () => {
    const fewTexts = constantFrom("", "a", "b", "ab", "ba", "é");
    assert(
      property(oneof(string(), fewTexts), oneof(string(), fewTexts), (left, right) => {
        expect(equalText(left, right)).toBe(left === right);
        expect(equalText(left, left)).toBe(true);
      }),
    );
  });

  it("compares every character entirely", () => {
    for (let bit = 0; bit < 16; bit += 1) {
      expect(equalText("aaa", `aa${String.fromCharCode(0x61 ^ (1 << bit))}`)).toBe(false);
    }
  });
});
