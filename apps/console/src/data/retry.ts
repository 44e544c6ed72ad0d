import { ApiError } from "@plugboard/api/client";

const defaultSeconds = 5;
const maxRetries = 60;
// Request Timeout and Too Many Requests.
const passingStatuses: ReadonlySet<number> = new Set([408, 429]);

/** Returns whether to retry a failed query: only after 429. */
export function mayRetry(failures: number, error: Error): boolean {
  return error instanceof ApiError && error.status === 429 && failures < maxRetries;
}

/** Returns whether the same request can succeed later. Refused ones, such as for a resource that doesn't exist, can't. */
export function isPassing(error: Error): boolean {
  const status: unknown = Reflect.get(error, "status");
  return typeof status !== "number" || status >= 500 || passingStatuses.has(status);
}

/** Returns whether the resource doesn't exist, or the user has no access to it. Access can come back. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** Returns the delay (ms) from the server's `Retry-After`. */
export function retryDelay(_failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return (seconds ?? defaultSeconds) * 1000;
}
