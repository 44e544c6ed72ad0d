import type { AttemptErrorCode, AttemptResult } from "../model/attempt-result.ts";
import type { RetryPolicy } from "../model/endpoint.ts";
import { defaultRetryPolicy, retryDelay } from "./retry-policy.ts";

/**
 * What an attempt says about its delivery.
 *
 * - `delivered`: a complete 2xx response
 * - `transient`: worth a retry (network error, timeout, 5xx, 429)
 * - `rejected`: a retry would end the same way (3xx, 4xx other than 410 and 429, a URL that may not be called)
 * - `gone`: 410, the endpoint wants no more deliveries
 * - `aborted`: ended by our own side, it says nothing about the endpoint
 * - `expired`: not sent because it was too old, which says nothing about the endpoint either
 */
export type AttemptClass = "delivered" | "transient" | "rejected" | "gone" | "aborted" | "expired";

const classOfError: Readonly<Record<AttemptErrorCode, AttemptClass>> = {
  invalid_url: "rejected",
  insecure_url: "rejected",
  blocked_address: "rejected",
  invalid_request: "rejected",
  dns_failed: "transient",
  connection_refused: "transient",
  connection_failed: "transient",
  tls_failed: "transient",
  timeout: "transient",
  connection_reset: "transient",
  invalid_response: "transient",
  headers_too_large: "transient",
  aborted: "aborted",
  authentication_failed: "transient",
  transformation_failed: "transient",
  send_failed: "transient",
  expired: "expired",
};

/**
 * Sorts an attempt by what is to follow. A status other than 2xx decides by itself, even when the body after it broke off;
 * a 2xx counts only when its response is complete.
 *
 * The rules: docs/conformance.md#webhook-delivery. A redirect is not retried: it is never followed, and
 * an endpoint that responds with one has to be given another URL.
 */
export function classifyAttempt(result: Pick<AttemptResult, "status" | "errorCode">): AttemptClass {
  const { status, errorCode } = result;
  if (errorCode === "aborted") return "aborted";
  if (status !== undefined && !(status >= 200 && status < 300)) return classOfStatus(status);
  if (errorCode !== undefined) return classOfError[errorCode];
  return status === undefined ? "transient" : "delivered";
}

function classOfStatus(status: number): AttemptClass {
  if (status === 410) return "gone";
  return status === 429 || status >= 500 ? "transient" : "rejected";
}

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
