import { DeliveryError } from "../errors/delivery-error.ts";

/** Classes of PostgreSQL's error codes that say that it cannot serve now: connections, resources, shutdown and start, timeouts. */
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

/** What the package `pg` says of connections that ended, in errors without a code. */
const brokenConnectionMessage =
  /connection (terminated|ended|error)|not queryable|timeout exceeded|read timeout|cannot use a pool after/i;

/** Whether an error says that the database could not be reached, or did not respond: the same may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DeliveryError) return error.code === "unavailable";
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = "code" in error ? String(error.code) : undefined;
  if (code === undefined) return brokenConnectionMessage.test(error.message);
  return unavailableCodes.test(code) || brokenConnectionCodes.has(code);
}

/**
 * Whether an error leaves its connection of no use. A server that responds with an error goes on with the connection, also where
 * it says that something behind it is out of reach: a node of Citus, for one.
 */
export function isConnectionLost(error: unknown): boolean {
  const isResponse = error instanceof Error && "severity" in error && error.severity === "ERROR";
  return isUnavailable(error) && !isResponse;
}

/** The error that a caller gets: `DeliveryError` (`unavailable`) in place of whatever the connection said. */
export function toCallerError(error: unknown): unknown {
  if (error instanceof DeliveryError || !isUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DeliveryError("unavailable", `the database cannot be used now (${reason}); try again later`, {
    cause: error,
  });
}

/** Rejects with `DeliveryError` (`unavailable`) when a promise takes longer than so many milliseconds. */
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
