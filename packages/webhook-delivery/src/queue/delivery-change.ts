import type { AttemptRecord } from "../store/delivery-queue.ts";
import type { FailureReason } from "../model/delivery.ts";
import { classifyAttempt } from "../policy/classify-attempt.ts";

/** What an attempt changes about its delivery, as a store writes it. */
export interface DeliveryChange {
  readonly state: "scheduled" | "delivered" | "failed";
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
  const counts = attemptClass !== "aborted" && attemptClass !== "expired";
  const dueAt = outcome.state === "scheduled" ? outcome.at : delivery.dueAt;
  return {
    state: outcome.state,
    ready: outcome.state === "scheduled" && dueAt <= now,
    dueAt,
    scheduleAttempts: counts ? delivery.scheduledAttempt : delivery.scheduledAttempt - 1,
    failureReason: outcome.state === "failed" ? outcome.reason : null,
    finishedAt: outcome.state === "scheduled" ? null : now,
  };
}
