import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseRetryAfter, toExcerpt } from "./attempt-result.ts";

test("a short body is kept entirely", () => {
  expect(toExcerpt(Buffer.from("grün ✓ 🙂"))).toBe("grün ✓ 🙂");
});

test("NUL and bytes that are not UTF-8 become U+FFFD", () => {
  expect(toExcerpt(Uint8Array.of(0x61, 0x00, 0xff, 0x62))).toBe("a\uFFFD\uFFFDb");
});

test.each(["a", "ü", "✓"])("a long body of %s is truncated to 2048 characters", (character) => {
  expect(toExcerpt(Buffer.from(character.repeat(5_000)))).toBe(character.repeat(2_048));
});

test("a character split by the limit is dropped entirely", () => {
  const excerpt = toExcerpt(Buffer.from(`a${"🙂".repeat(2_000)}`));
  expect(excerpt).toBe(`a${"🙂".repeat(1_023)}\uFFFD`);
});

test("any bytes become text that every database can store", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10_000 }), (bytes) => {
      const excerpt = toExcerpt(bytes);
      expect(excerpt.length).toBeLessThanOrEqual(2_048);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toContain("\u0000");
    }),
  );
});

const now = Date.UTC(1994, 10, 6, 8, 49, 30);

test.each([
  ["0", 0],
  ["7", 7_000],
  [" 120 ", 120_000],
  ["99999999999999999999", Number.MAX_SAFE_INTEGER],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 7_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 7_000],
  ["Sun Nov  6 08:49:37 1994", 7_000],
  ["Sun, 06 Nov 1994 08:49:00 GMT", 0],
])("%j is %d ms from now", (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});

test.each(["", "soon", "-1", "1.5", "+3", "0x10", "1e3", "Sun", "Sunday morning", "1994-11-06T08:49:37Z"])(
  "%j is neither seconds nor a date",
  (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  },
);

test("any text returns undefined or a non-negative number", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (value, now) => {
      const milliseconds = parseRetryAfter(value, now);
      expect(milliseconds ?? 0).toSatisfy(Number.isSafeInteger);
      expect(milliseconds ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("an HTTP date reads back as the time it was made from", () => {
  const dates = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(dates, fc.nat(100_000), (seconds, ahead) => {
      const date = new Date((seconds + ahead) * 1_000).toUTCString();
      expect(parseRetryAfter(date, seconds * 1_000)).toBe(ahead * 1_000);
    }),
  );
});
