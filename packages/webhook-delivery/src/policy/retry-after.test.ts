import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromRetryAfter, lengthenDelay } from "./retry-after.ts";

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
  expect(fromRetryAfter(value, now)).toBe(expected);
});

test.each(["", "soon", "-1", "1.5", "+3", "0x10", "1e3", "Sun", "Sunday morning", "1994-11-06T08:49:37Z"])(
  "%j is neither seconds nor a date",
  (value) => {
    expect(fromRetryAfter(value, now)).toBeUndefined();
  },
);

test("any text gives undefined or a number that is not negative", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (value, now) => {
      const milliseconds = fromRetryAfter(value, now);
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
      expect(fromRetryAfter(date, seconds * 1_000)).toBe(ahead * 1_000);
    }),
  );
});

const limit = { maxRetryAfterMilliseconds: 60_000 };

test.each([
  { status: 429, retryAfterMilliseconds: 5_000, expected: 5_000 },
  { status: 503, retryAfterMilliseconds: 5_000, expected: 5_000 },
  { status: 429, retryAfterMilliseconds: 500, expected: 1_000 },
  { status: 429, retryAfterMilliseconds: 3_600_000, expected: 60_000 },
  { status: 500, retryAfterMilliseconds: 5_000, expected: 1_000 },
  { status: 502, retryAfterMilliseconds: 5_000, expected: 1_000 },
  { status: 429, expected: 1_000 },
])(
  "a delay of 1000 ms with $status and Retry-After $retryAfterMilliseconds ms is $expected ms",
  ({ expected, ...result }) => {
    expect(lengthenDelay(1_000, result, limit)).toBe(expected);
  },
);

test("Retry-After never shortens a delay, not even beyond the limit", () => {
  const milliseconds = fc.nat(200_000);
  fc.assert(
    fc.property(
      milliseconds,
      milliseconds,
      fc.constantFrom(429, 503, 500),
      (delay, retryAfterMilliseconds, status) => {
        const lengthened = lengthenDelay(delay, { status, retryAfterMilliseconds }, limit);
        expect(lengthened).toBeGreaterThanOrEqual(delay);
        expect(lengthened).toBeLessThanOrEqual(Math.max(delay, limit.maxRetryAfterMilliseconds));
      },
    ),
  );
});
