import { ApiError } from "@plugboard/api/client";

const defaultSeconds = 5;
const maxRetries = 60;

/** Returns whether to retry a failed query: only after 429. */
export function mayRetry(failures: number, error: Error): boolean {
  return error instanceof ApiError && error.status === 429 && failures < maxRetries;
}

/** Returns the delay (ms) from the server's `Retry-After`. */
export function retryDelay(_failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return (seconds ?? defaultSeconds) * 1000;
}
