import type { AttemptErrorCode, AttemptResult } from "../model/attempt-result.ts";
import type { ResponsePolicy, RetryPolicy } from "../model/endpoint.ts";
import { defaultRetryPolicy, retryDelay } from "./retry-policy.ts";

/**
 * The classification of an attempt.
 *
 * - `delivered`: a complete 2xx response
 * - `transient`: worth a retry (network error, timeout, 5xx, 429)
 * - `rejected`: a retry would end the same way (3xx, 4xx except 410 and 429, an invalid or blocked URL)
 * - `gone`: 410, the endpoint wants no more deliveries
 * - `aborted`: ended by the sender; says nothing about the endpoint
 * - `expired`: too old to send; says nothing about the endpoint
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
 * Classifies an attempt. A status other than 2xx decides on its own, even if the body was cut off; a 2xx
 * counts only with a complete response.
 *
 * The rules are in docs/conformance.md#webhook-delivery. Redirects are never followed, so they aren't
 * retried: the endpoint needs another URL.
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
 * The new state of a delivery after an attempt.
 *
 * - `exhausted`: the last retry failed
 * - `rejected`: the endpoint or the guard rejected the request, and a retry can't change that
 * - `gone`: the endpoint responded with 410 and must be disabled
 * - `expired`: there is no time left for another attempt
 */
export type Outcome =
  | { readonly state: "delivered" }
  | ({ readonly state: "scheduled"; readonly at: number } & SparingOutcome)
  | ({
      readonly state: "failed";
      readonly reason: "exhausted" | "rejected" | "gone" | "expired";
    } & SparingOutcome);

interface SparingOutcome {
  /** The response says nothing about the endpoint: its circuit and status don't change. */
  readonly sparesEndpoint?: true;
}

/** Input for `decideOutcome`. */
export interface OutcomeQuestion {
  readonly result: Pick<AttemptResult, "status" | "errorCode" | "retryAfterMilliseconds">;
  /** The attempt's number, starting at 1. */
  readonly attempt: number;
  readonly policy?: RetryPolicy | undefined;
  /** Defaults to `webhook`. */
  readonly responsePolicy?: ResponsePolicy | undefined;
  /** No attempt is made at or after this time (Unix time, ms). Defaults to never. */
  readonly expiresAt?: number | undefined;
  /** Unix time (ms). */
  readonly now: number;
  readonly random?: (() => number) | undefined;
}

/**
 * Decides the outcome of an attempt: delivered, scheduled at a time (Unix time, ms), or failed. An aborted
 * attempt uses no retry. It is due again immediately or, if no response arrived, after the result's `retryAfterMilliseconds`.
 *
 * @example
 * import { decideOutcome } from "@plugboard/webhook-delivery";
 *
 * console.log(decideOutcome({ result: { status: 204 }, attempt: 1, now: Date.now() })); // { state: "delivered" }
 */
export function decideOutcome({
  result,
  attempt,
  policy = defaultRetryPolicy,
  responsePolicy,
  expiresAt = Infinity,
  now,
  random = Math.random,
}: OutcomeQuestion): Outcome {
  const attemptClass = classifyAttempt(result);
  if (attemptClass === "delivered") return { state: "delivered" };
  if (attemptClass === "aborted") {
    // A header of a response that was cut off doesn't count.
    const { status, retryAfterMilliseconds = 0 } = result;
    return { state: "scheduled", at: now + (status === undefined ? retryAfterMilliseconds : 0) };
  }
  const answer = responsePolicy === "subscription" ? answerOf(result) : undefined;
  if (answer === "dropped") return { state: "failed", reason: "rejected", sparesEndpoint: true };
  if (attemptClass !== "transient" && answer === undefined) return { state: "failed", reason: attemptClass };

  const delay = retryDelay(attempt, policy, random);
  if (delay === undefined) return { state: "failed", reason: "exhausted" };
  const at = now + lengthenDelay(delay, result, policy);
  if (at >= expiresAt) return { state: "failed", reason: "expired" };
  const sparesEndpoint = answer === "early" && attempt <= maxEarlyAttempts;
  return { state: "scheduled", at, ...(sparesEndpoint && { sparesEndpoint }) };
}

/** A receiver that needs longer to store a subscription counts as failing. */
const maxEarlyAttempts = 3;

/**
 * Classifies the result of an attempt for a subscription. `dropped`: one side gave up the delivery. `early`: the
 * receiver doesn't know the subscription yet. `refused`: the receiver may accept a retry. `undefined` for other results.
 */
function answerOf({
  status,
  errorCode,
}: Pick<AttemptResult, "status" | "errorCode">): "dropped" | "early" | "refused" | undefined {
  if (status === 410 || status === 413 || errorCode === "invalid_request") return "dropped";
  if (status === 425 || status === 503) return "early";
  return status !== undefined && status >= 300 ? "refused" : undefined;
}

/** Returns the class of an attempt as far as it concerns the endpoint. */
export function classifyForEndpoint({
  result,
  outcome,
}: {
  readonly result: Pick<AttemptResult, "status" | "errorCode">;
  readonly outcome: Outcome;
}): AttemptClass {
  const isSpared = outcome.state !== "delivered" && outcome.sparesEndpoint === true;
  return isSpared ? "aborted" : classifyAttempt(result);
}

/**
 * Returns the actual delay of a retry (ms). On 429 and 503, `Retry-After` can lengthen the scheduled delay up
 * to the policy's limit but never shortens it.
 */
export function lengthenDelay(
  delay: number,
  { status, retryAfterMilliseconds }: Pick<AttemptResult, "status" | "retryAfterMilliseconds">,
  { maxRetryAfterMilliseconds }: Pick<RetryPolicy, "maxRetryAfterMilliseconds">,
): number {
  if (retryAfterMilliseconds === undefined || (status !== 429 && status !== 503)) return delay;
  return Math.max(delay, Math.min(retryAfterMilliseconds, maxRetryAfterMilliseconds));
}
