import type { FailureReason } from "../model/delivery.ts";
import type { EndpointHour } from "../model/endpoint.ts";
import { classifyAttempt } from "../policy/decide-outcome.ts";
import type { AttemptRecord } from "../store/delivery-queue.ts";
import { latencyClass, latencyColumns } from "./latency-counts.ts";

/** What an attempt changes about its delivery, as a store writes it. */
export interface DeliveryChange {
  readonly state: "scheduled" | "delivered" | "failed";
  /** Whether there was an attempt: nothing was sent of what had expired. */
  readonly isAttempt: boolean;
  /** Due already. */
  readonly ready: boolean;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Attempts that count in the retry schedule. One that our own side aborted does not. */
  readonly scheduleAttempts: number;
  readonly failureReason: FailureReason | null;
  /** Milliseconds since the epoch. */
  readonly finishedAt: number | null;
}

/** Works out what an attempt changes about its delivery. `now` is in milliseconds since the epoch. */
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

/** The start of the hour a time lies in. Both in milliseconds since the epoch. */
export function hourOf(time: number): number {
  return Math.floor(time / hourMilliseconds) * hourMilliseconds;
}

/** Counts one endpoint's records, all as of the hour that `now` lies in. */
export function countHour(records: readonly AttemptRecord[], now: number): EndpointHour {
  const attempts = records.filter(({ result }) => classifyAttempt(result) !== "expired");
  return {
    hour: hourOf(now),
    delivered: records.filter(({ outcome }) => outcome.state === "delivered").length,
    failed: records.filter(({ outcome }) => outcome.state === "failed").length,
    ...countTimes(attempts.map(({ result }) => result.timings.total)),
  };
}

/** Counts what a consumer took: each is an attempt, from when it was handed out, at the times given, until it was acknowledged. */
export function countAcknowledged(handedOutAt: readonly number[], now: number): EndpointHour {
  const times = handedOutAt.map((time) => Math.max(0, now - time));
  return { hour: hourOf(now), delivered: times.length, failed: 0, ...countTimes(times) };
}

/** Counts what failed without an attempt. */
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
