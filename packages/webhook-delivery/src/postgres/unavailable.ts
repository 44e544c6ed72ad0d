import { DeliveryError } from "../errors/delivery-error.ts";

/**
 * PostgreSQL error classes for a temporarily unavailable server: connections, resources, shutdown and
 * startup, timeouts.
 */
const unavailableCodes = /^(08|53|57P0[1-5]|57014|25006)/;

const brokenConnectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Messages of the package `pg` for closed connections, in errors without a code. */
const brokenConnectionMessage =
  /connection (terminated|ended|error)|not queryable|timeout exceeded|read timeout|cannot use a pool after/i;

/**
 * Returns whether an error means that the database could not be reached or did not respond, so that a retry
 * may succeed.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DeliveryError) return error.code === "unavailable";
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // A Unix socket that is gone has the code of a missing file.
  if ("syscall" in error && error.syscall === "connect") return true;
  const code = "code" in error ? String(error.code) : undefined;
  if (code === undefined) return brokenConnectionMessage.test(error.message);
  return unavailableCodes.test(code) || brokenConnectionCodes.has(code);
}

/**
 * Returns whether an error makes its connection unusable. A server that responds with an error keeps the
 * connection, even if it reports an unreachable node, as Citus does.
 */
export function isConnectionLost(error: unknown): boolean {
  const isResponse = error instanceof Error && "severity" in error && error.severity === "ERROR";
  return isUnavailable(error) && !isResponse;
}

/** Returns the error for the caller: `DeliveryError` (`unavailable`) instead of a connection error. */
export function toCallerError(error: unknown): unknown {
  if (error instanceof DeliveryError || !isUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DeliveryError("unavailable", `the database is unavailable (${reason}); try again later`, {
    cause: error,
  });
}

/** Rejects with `DeliveryError` (`unavailable`) if a promise takes longer than this (ms). */
export async function within<Result>(
  milliseconds: number,
  what: string,
  promise: Promise<Result>,
): Promise<Result> {
  if (milliseconds === Infinity) return promise;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `the database did not ${what} within ${milliseconds} ms; try again later`;
      reject(new DeliveryError("unavailable", message));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
