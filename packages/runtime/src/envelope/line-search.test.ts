import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSearch } from "./line-search.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

// A small alphabet, so that near matches are frequent.
const narrowText = fc.string({ unit: fc.constantFrom("a", "b", "-", "\r\n", "\n"), maxLength: 100 });
const boundaries = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 6 });

describe("createLineSearch", () => {
  it("agrees with indexOf from every position", () => {
    fc.assert(
      fc.property(boundaries, fc.array(narrowText), fc.nat(210), (boundary, texts, from) => {
        const line = `\r\n--${boundary}`;
        const body = texts.join(line);
        expect(createLineSearch(bytesOf(body), line)(from)).toBe(body.indexOf(line, from));
      }),
      { numRuns: 2000 },
    );
  });

  it("finds a boundary of maximum length at the very end", () => {
    const line = `\r\n--${"0123456789".repeat(7)}`;
    const body = `${"01234567".repeat(1000)}${line}`;
    expect(createLineSearch(bytesOf(body), line)(0)).toBe(8000);
  });

  it("reads bytes that resemble the boundary only a few times", () => {
    const line = `\r\n--${"a".repeat(70)}`;
    const body = bytesOf(`\r\n--${"a".repeat(69)}`.repeat(50_000));
    const reads = { count: 0 };
    const counted = new Proxy(body, {
      get: (target, property) => {
        reads.count += 1;
        return Reflect.get(target, property);
      },
    });
    expect(createLineSearch(counted, line)(0)).toBe(-1);
    expect(reads.count).toBeLessThan(body.length * 5);
  });
});
