import type { FailureReason } from "../model/delivery.ts";
import type { EndpointHour } from "../model/endpoint.ts";
import { classifyAttempt } from "../policy/decide-outcome.ts";
import type { AttemptRecord } from "../store/delivery-queue.ts";
import { latencyClass, latencyColumns } from "./latency-counts.ts";

/** The changes an attempt makes to its delivery. */
export interface DeliveryChange {
  readonly state: "scheduled" | "delivered" | "failed";
  /** False if the delivery had expired, so that no request was sent. */
  readonly isAttempt: boolean;
  /** Whether the delivery is due now. */
  readonly ready: boolean;
  /** Unix time (ms). */
  readonly dueAt: number;
  /** Attempts that count in the retry schedule. Aborted ones don't. */
  readonly scheduleAttempts: number;
  readonly failureReason: FailureReason | null;
  /** Unix time (ms). */
  readonly finishedAt: number | null;
}

/** Returns the changes an attempt makes to its delivery. `now` is a Unix time (ms). */
export function toDeliveryChange({ delivery, result, outcome }: AttemptRecord, now: number): DeliveryChange {
  const attemptClass = classifyAttempt(result);
  const isAttempt = attemptClass !== "expired";
  const dueAt = outcome.state === "scheduled" ? outcome.at : delivery.dueAt;
  return {
    state: outcome.state,
    isAttempt,
    ready: outcome.state === "scheduled" && dueAt <= now,
    dueAt,
    scheduleAttempts:
      isAttempt && attemptClass !== "aborted" ? delivery.scheduledAttempt : delivery.scheduledAttempt - 1,
    failureReason: outcome.state === "failed" ? outcome.reason : null,
    finishedAt: outcome.state === "scheduled" ? null : now,
  };
}

const hourMilliseconds = 3_600_000;

/** Returns the start of the hour that contains a time. Both are Unix times (ms). */
export function hourOf(time: number): number {
  return Math.floor(time / hourMilliseconds) * hourMilliseconds;
}

/** Aggregates one endpoint's records into the hour that contains `now`. */
export function countHour(records: readonly AttemptRecord[], now: number): EndpointHour {
  const attempts = records.filter(({ result }) => classifyAttempt(result) !== "expired");
  return {
    hour: hourOf(now),
    delivered: records.filter(({ outcome }) => outcome.state === "delivered").length,
    failed: records.filter(({ outcome }) => outcome.state === "failed").length,
    ...countTimes(attempts.map(({ result }) => result.timings.total)),
  };
}

/**
 * Aggregates acknowledged deliveries. Each counts as an attempt from its hand-out, at the given times, to its
 * acknowledgment.
 */
export function countAcknowledged(handedOutAt: readonly number[], now: number): EndpointHour {
  const times = handedOutAt.map((time) => Math.max(0, now - time));
  return { hour: hourOf(now), delivered: times.length, failed: 0, ...countTimes(times) };
}

/** Aggregates deliveries that failed without an attempt. */
export function countUnsent(failed: number, now: number): EndpointHour {
  return { hour: hourOf(now), delivered: 0, failed, ...countTimes([]) };
}

function countTimes(
  times: readonly number[],
): Pick<EndpointHour, "attempts" | "attemptMilliseconds" | "latencies"> {
  const latencies = latencyColumns.map(() => 0);
  for (const time of times) {
    const index = latencyClass(time);
    latencies[index] = (latencies[index] ?? 0) + 1;
  }
  const attemptMilliseconds = times.reduce((sum, time) => sum + time, 0);
  return { attempts: times.length, attemptMilliseconds, latencies };
}
