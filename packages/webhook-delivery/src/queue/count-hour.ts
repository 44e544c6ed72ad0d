import type { AttemptRecord } from "../store/delivery-queue.ts";
import type { EndpointHour } from "../model/endpoint-statistics.ts";

const hourMilliseconds = 3_600_000;

/** The start of the hour a time lies in. Both in milliseconds since the epoch. */
export function hourOf(time: number): number {
  return Math.floor(time / hourMilliseconds) * hourMilliseconds;
}

/** Counts one endpoint's records, all as of the hour that `now` lies in. */
export function countHour(records: readonly AttemptRecord[], now: number): EndpointHour {
  return {
    hour: hourOf(now),
    delivered: records.filter(({ outcome }) => outcome.state === "delivered").length,
    failed: records.filter(({ outcome }) => outcome.state === "failed").length,
    attempts: records.length,
    attemptMilliseconds: records.reduce((sum, { result }) => sum + result.timings.total, 0),
  };
}
