import { ApiError } from "@plugboard/api/client";

const defaultSeconds = 5;
const maxRetries = 60;

/** Whether a failed query is read again: only after 429, which doesn't mean that something is wrong. */
export function mayRetry(failures: number, error: Error): boolean {
  return error instanceof ApiError && error.status === 429 && failures < maxRetries;
}

/** The delay in milliseconds before a refused query is read again, as the server's `Retry-After` asks. */
export function retryDelay(_failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return (seconds ?? defaultSeconds) * 1000;
}
