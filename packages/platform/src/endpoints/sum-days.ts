import { dayMilliseconds } from "../common/durations.ts";
import type { EndpointHour } from "@plugboard/webhook-delivery";

/** Returns the sums of each day in UTC, as hours that start with the day. */
export function sumDays(hours: readonly EndpointHour[]): EndpointHour[] {
  const days = Map.groupBy(hours, ({ hour }) => hour - (hour % dayMilliseconds));
  return [...days].map(([hour, own]) => ({
    hour,
    delivered: sum(own, "delivered"),
    failed: sum(own, "failed"),
    attempts: sum(own, "attempts"),
    attemptMilliseconds: sum(own, "attemptMilliseconds"),
    latencies: (own[0]?.latencies ?? []).map((_count, index) =>
      own.reduce((total, { latencies }) => total + (latencies[index] ?? 0), 0),
    ),
  }));
}

function sum(
  hours: readonly EndpointHour[],
  name: "delivered" | "failed" | "attempts" | "attemptMilliseconds",
): number {
  return hours.reduce((total, hour) => total + hour[name], 0);
}
