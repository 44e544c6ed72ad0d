import type { AttemptResult } from "../model/attempt-result.ts";
import { classifyAttempt } from "./classify-attempt.ts";
import { defaultRetryPolicy, retryDelay } from "./retry-policy.ts";
import type { RetryPolicy } from "../model/endpoint.ts";

/**
 * What becomes of a delivery after an attempt.
 *
 * - `exhausted`: the last retry failed too
 * - `rejected`: the endpoint, or the guard, refused in a way that a retry cannot change
 * - `gone`: the endpoint responded with 410; it is to be disabled
 * - `expired`: there is no time left for another attempt
 */
export type Outcome =
  | { readonly state: "delivered" }
  | { readonly state: "scheduled"; readonly at: number }
  | { readonly state: "failed"; readonly reason: "exhausted" | "rejected" | "gone" | "expired" };

/** The facts that `decideOutcome` decides from. */
export interface OutcomeQuestion {
  readonly result: Pick<AttemptResult, "status" | "errorCode" | "retryAfterMilliseconds">;
  /** The number of the attempt that led to the result, from 1. */
  readonly attempt: number;
  readonly policy?: RetryPolicy | undefined;
  /** No attempt follows at or after this time, in milliseconds since 1970. Default: never. */
  readonly expiresAt?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly random?: (() => number) | undefined;
}

/**
 * Decides what follows an attempt: delivered, scheduled at a time (milliseconds since 1970), or failed. An attempt
 * that our own side aborted is due again at once and does not use up a retry.
 */
export function decideOutcome({
  result,
  attempt,
  policy = defaultRetryPolicy,
  expiresAt = Infinity,
  now,
  random = Math.random,
}: OutcomeQuestion): Outcome {
  const attemptClass = classifyAttempt(result);
  if (attemptClass === "delivered") return { state: "delivered" };
  if (attemptClass === "aborted") return { state: "scheduled", at: now };
  if (attemptClass !== "transient") return { state: "failed", reason: attemptClass };

  const delay = retryDelay(attempt, policy, random);
  if (delay === undefined) return { state: "failed", reason: "exhausted" };
  const at = now + lengthenDelay(delay, result, policy);
  return at < expiresAt ? { state: "scheduled", at } : { state: "failed", reason: "expired" };
}

/**
 * The delay a retry really takes: on 429 and 503 the response's `Retry-After`, up to the policy's limit, may lengthen the
 * schedule's own delay. It never shortens it. Milliseconds.
 */
export function lengthenDelay(
  delay: number,
  { status, retryAfterMilliseconds }: Pick<AttemptResult, "status" | "retryAfterMilliseconds">,
  { maxRetryAfterMilliseconds }: Pick<RetryPolicy, "maxRetryAfterMilliseconds">,
): number {
  if (retryAfterMilliseconds === undefined || (status !== 429 && status !== 503)) return delay;
  return Math.max(delay, Math.min(retryAfterMilliseconds, maxRetryAfterMilliseconds));
}
