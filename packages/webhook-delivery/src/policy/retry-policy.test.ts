import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultRetryPolicy, longRetryPolicy, retryDelay } from "./retry-policy.ts";

test.each([
  { attempt: 1, shortest: 1_000, middle: 1_050, longest: 1_100 },
  { attempt: 2, shortest: 2_000, middle: 2_100, longest: 2_200 },
  { attempt: 3, shortest: 4_000, middle: 4_200, longest: 4_400 },
])("retry $attempt follows after $shortest to $longest ms", ({ attempt, shortest, middle, longest }) => {
  expect(retryDelay(attempt, defaultRetryPolicy, () => 0)).toBe(shortest);
  expect(retryDelay(attempt, defaultRetryPolicy, () => 0.5)).toBe(middle);
  expect(retryDelay(attempt, defaultRetryPolicy, () => 1 - Number.EPSILON)).toBe(longest);
});

test("the default policy has three retries and is used if none is set", () => {
  expect(retryDelay(1)).toBeGreaterThanOrEqual(1_000);
  expect(retryDelay(1)).toBeLessThanOrEqual(1_100);
  expect(retryDelay(4)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN])("attempt %s has no retry", (attempt) => {
  expect(retryDelay(attempt)).toBeUndefined();
});

test("the long policy grows to a day and spans more than three days", () => {
  const delays = longRetryPolicy.delaysMilliseconds;
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(24 * 3_600_000);
  const days = delays.reduce((sum, delay) => sum + delay, 0) / (24 * 3_600_000);
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(4);
});

test("a delay is a whole number of milliseconds between the schedule's own and that plus the jitter", () => {
  const delays = fc.integer({ min: 0, max: 10 ** 9 });
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.array(delays), delays, unit, unit, (earlier, shortest, jitter, random) => {
      const delaysMilliseconds = [...earlier, shortest];
      const policy = { delaysMilliseconds, jitter, maxRetryAfterMilliseconds: 0 };
      const delay = retryDelay(delaysMilliseconds.length, policy, () => random);
      expect(delay).toSatisfy(Number.isInteger);
      expect(delay).toBeGreaterThanOrEqual(shortest);
      expect(delay).toBeLessThanOrEqual(Math.round(shortest * (1 + jitter)));
      expect(retryDelay(delaysMilliseconds.length + 1, policy, () => random)).toBeUndefined();
    }),
  );
});
