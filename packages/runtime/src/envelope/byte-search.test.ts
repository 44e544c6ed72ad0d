import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { createByteSearch } from "./byte-search.ts";

// Few different bytes, so that near matches are the rule.
const narrowBytes = fc.uint8Array({ max: 3, maxLength: 200 });
const needles = fc.uint8Array({ max: 3, minLength: 1, maxLength: 8 });

describe("createByteSearch", () => {
  it("finds what Buffer.indexOf finds, from every position", () => {
    fc.assert(
      fc.property(narrowBytes, needles, fc.nat(210), (bytes, needle, from) => {
        expect(createByteSearch(needle)(bytes, from)).toBe(
          Buffer.from(bytes).indexOf(Buffer.from(needle), from),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("finds a needle of the greatest length at the very end", () => {
    const needle = Uint8Array.from({ length: 255 }, (_, index) => index);
    const bytes = new Uint8Array(1000);
    bytes.set(needle, 745);
    expect(createByteSearch(needle)(bytes, 0)).toBe(745);
  });
});
