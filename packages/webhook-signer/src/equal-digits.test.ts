import { describe, expect, it } from "vitest";
import { equalDigits } from "./equal-digits.ts";

const digits = "0123456789abcdef".repeat(4);
const range = { start: 3, end: 3 + digits.length };
const isEqual = (candidate: string): boolean => equalDigits(`v1=${candidate}`, range, digits);

describe("equalDigits", () => {
  it.each([
    ["lower", digits],
    ["upper", digits.toUpperCase()],
  ])("accepts the expected digits in %s case, wherever they stand", (_name, candidate) => {
    expect(isEqual(candidate)).toBe(true);
    expect(isEqual(`${candidate},t=1`)).toBe(true);
  });

  it("refuses every other character in every place", () => {
    const accepted = new Set<string>();
    for (let index = 0; index < digits.length; index += 1) {
      for (let code = 0; code < 0x200; code += 1) {
        const character = String.fromCharCode(code);
        const candidate = `${digits.slice(0, index)}${character}${digits.slice(index + 1)}`;
        if (isEqual(candidate)) accepted.add(`${index}: ${character}`);
      }
    }
    const bothCases = digits
      .split("")
      .flatMap((digit, index) => [`${index}: ${digit}`, `${index}: ${digit.toUpperCase()}`]);
    expect(accepted).toEqual(new Set(bothCases));
  });

  it("refuses another number of digits", () => {
    const text = `v1=${digits}${digits}`;
    for (const end of [3, range.end - 1, range.end + 1, text.length]) {
      expect(equalDigits(text, { start: 3, end }, digits)).toBe(false);
    }
  });

  it("refuses digits that end before the range does", () => {
    expect(isEqual(digits.slice(0, -1))).toBe(false);
  });
});
