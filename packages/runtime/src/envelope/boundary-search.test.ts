import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundarySearch } from "./boundary-search.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

// Few different bytes, so that near matches are the rule.
const narrowText = fc.string({ unit: fc.constantFrom("a", "b", "-", "\r\n", "\n"), maxLength: 100 });
const boundaries = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 6 });

describe("createBoundarySearch", () => {
  it("finds what indexOf finds, from every position", () => {
    fc.assert(
      fc.property(boundaries, fc.array(narrowText), fc.nat(210), (boundary, texts, distance) => {
        const line = `--${boundary}`;
        const body = line + texts.join(`\r\n${line}`);
        const from = line.length + distance;
        const found = body.indexOf(`\r\n${line}`, from - 2);
        const search = createBoundarySearch(bytesOf(body), line.length);
        expect(search(from)).toBe(found === -1 ? -1 : found + 2);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds a boundary of the greatest length at the very end", () => {
    const line = `--${"0123456789".repeat(7)}`;
    const body = `${line}\r\n${"01234567".repeat(1000)}\r\n${line}`;
    expect(createBoundarySearch(bytesOf(body), line.length)(line.length)).toBe(body.length - line.length);
  });

  it("looks at bytes that resemble the boundary everywhere once", () => {
    const line = `--${"a".repeat(70)}`;
    const body = bytesOf(line + `\r\n--${"a".repeat(69)}`.repeat(50_000));
    const reads = { count: 0 };
    const counted = new Proxy(body, {
      get: (target, property) => {
        reads.count += 1;
        return Reflect.get(target, property);
      },
    });
    expect(createBoundarySearch(counted, line.length)(line.length)).toBe(-1);
    expect(reads.count).toBeLessThan(body.length * 5);
  });
});
