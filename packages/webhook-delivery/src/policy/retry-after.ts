import type { AttemptResult } from "../model/attempt-result.ts";
import type { RetryPolicy } from "./retry-policy.ts";

const deltaSeconds = /^\d+$/;
// The preferred form, the RFC 850 form and the asctime form all start with the name of a day.
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Reads a `Retry-After` value: seconds, or an HTTP date. Returns the milliseconds from `now` (milliseconds since the
 * epoch), 0 for a date that has passed, and `undefined` for anything that is neither.
 *
 * Source: RFC 9110, section 10.2.3.
 */
export function fromRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  if (deltaSeconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  if (!httpDate.test(text)) return undefined;
  // The asctime form carries no zone, and is in UTC like the others.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
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
