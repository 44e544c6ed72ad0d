import type { ApiError } from "../api-error.ts";

/** A call that just failed. */
export interface FailedCall {
  /** How often it was sent so far. */
  readonly tries: number;
  readonly method: string;
  /** Whether the platform recognises the call when it comes again. */
  readonly idempotent: boolean;
}

const maxTries = 3;
const firstDelayMilliseconds = 250;
const longestDelayMilliseconds = 30_000;
const idempotentMethods: readonly string[] = ["GET", "PUT", "DELETE"];
// The statuses of answers, and the codes of what had none.
const passingFailures: readonly unknown[] = [502, 503, 504, "network", "timeout"];

/**
 * How long to wait before a failed call is sent again, in milliseconds; `undefined` when it must not be. Methods that
 * RFC 9110 calls idempotent may be repeated after any passing failure. Others only after 429, which says that nothing
 * was done.
 */
export function retryDelay(
  { status, code, retryAfterSeconds = 0 }: ApiError,
  { tries, method, idempotent }: FailedCall,
): number | undefined {
  const isRepeatable = idempotent || idempotentMethods.includes(method);
  const mayPass = status === 429 || (isRepeatable && passingFailures.includes(status ?? code));
  const delay = Math.max(firstDelayMilliseconds * 2 ** (tries - 1), retryAfterSeconds * 1000);
  return mayPass && tries < maxTries && delay <= longestDelayMilliseconds ? delay : undefined;
}
