import { ApiError } from "../api-error.ts";

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
export function retryDelay(error: unknown, { tries, method, idempotent }: FailedCall): number | undefined {
  if (!(error instanceof ApiError) || tries >= maxTries) return undefined;
  const isPassing = passingFailures.includes(error.status ?? error.code);
  const isRepeatable = idempotent || idempotentMethods.includes(method);
  if (error.status !== 429 && !(isPassing && isRepeatable)) return undefined;
  const backoff = firstDelayMilliseconds * 2 ** (tries - 1);
  const delay = Math.max(backoff, (error.retryAfterSeconds ?? 0) * 1000);
  return delay > longestDelayMilliseconds ? undefined : delay;
}
