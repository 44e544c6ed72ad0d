import { expect, it } from "vitest";
import { sumDays } from "./sum-days.ts";

it("sums the hours of each day in UTC, including the counts by duration", () => {
  const at = (time: string, delivered: number, latencies: readonly number[]) => ({
    hour: Date.parse(time),
    delivered,
    failed: 1,
    attempts: delivered + 1,
    attemptMilliseconds: 10,
    latencies,
  });
  const days = sumDays([
    at("2026-01-15T00:00:00Z", 1, [1, 1]),
    at("2026-01-15T23:00:00Z", 3, [4, 0]),
    at("2026-01-17T05:00:00Z", 5, [0, 6]),
  ]);
  expect(days).toEqual([
    {
      hour: Date.parse("2026-01-15"),
      delivered: 4,
      failed: 2,
      attempts: 6,
      attemptMilliseconds: 20,
      latencies: [5, 1],
    },
    {
      hour: Date.parse("2026-01-17"),
      delivered: 5,
      failed: 1,
      attempts: 6,
      attemptMilliseconds: 10,
      latencies: [0, 6],
    },
  ]);
});
