import { expect, it } from "vitest";
import { type EndpointCounts, endpointHealth } from "./endpoint-health.ts";

const now = Date.parse("2026-01-15T12:00:00Z");
const minutesAgo = (minutes: number) => now - minutes * 60_000;
const good: EndpointCounts = {
  status: "enabled",
  isUnverified: false,
  failingSince: undefined,
  waiting: 0,
  hours: [
    { attempts: 60, delivered: 60, latencies: [60] },
    { attempts: 40, delivered: 39, latencies: [0, 40] },
  ],
};

it.each<[string, Partial<EndpointCounts>]>([
  ["healthy", {}],
  ["healthy", { hours: [] }],
  ["degraded", { hours: [{ attempts: 100, delivered: 95, latencies: [100] }] }],
  ["degraded", { failingSince: minutesAgo(1) }],
  ["failing", { failingSince: minutesAgo(5) }],
  ["failing", { failingSince: minutesAgo(1), hours: [{ attempts: 3, delivered: 0, latencies: [3] }] }],
  ["degraded", { failingSince: minutesAgo(1), hours: [{ attempts: 2, delivered: 0, latencies: [2] }] }],
  ["paused", { status: "paused", failingSince: minutesAgo(60) }],
  ["paused", { isUnverified: true }],
  ["disabled", { status: "disabled", failingSince: minutesAgo(60) }],
])("is %s with %j", (state, counts) => {
  expect(endpointHealth({ ...good, ...counts }, now).state).toBe(state);
});

it("includes the numbers behind it", () => {
  const counts = {
    ...good,
    failingSince: minutesAgo(60),
    waiting: 1280,
    hours: [{ attempts: 46, delivered: 0, latencies: [46] }],
  };
  expect(endpointHealth(counts, now)).toEqual({
    state: "failing",
    requests: 46,
    failedRequests: 46,
    p95Milliseconds: 0.95,
    waiting: 1280,
    failingSince: "2026-01-15T11:00:00.000Z",
  });
});
