import type { ApiError } from "../api-error.ts";

const maxTries = 3;
const firstDelayMilliseconds = 250;
const longestDelayMilliseconds = 30_000;
// The statuses of answers, and the codes of what had none.
const passingFailures: readonly unknown[] = [502, 503, 504, "network", "timeout"];

/**
 * How long to wait before a call that failed for the nth time is sent again, in milliseconds; `undefined` when it must
 * not be. A call that may be repeated is, after any failure that passes. Others only after 429, which says that nothing
 * was done.
 */
export function retryDelay(
  { status, code, retryAfterSeconds = 0 }: ApiError,
  tries: number,
  isRepeatable: boolean,
): number | undefined {
  const mayPass = status === 429 || (isRepeatable && passingFailures.includes(status ?? code));
  const delay = Math.max(firstDelayMilliseconds * 2 ** (tries - 1), retryAfterSeconds * 1000);
  return mayPass && tries < maxTries && delay <= longestDelayMilliseconds ? delay : undefined;
}
