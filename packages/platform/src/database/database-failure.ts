/** Why a database could not do what it was asked, where that is neither the caller's fault nor the code's. */
export type DatabaseFailure = "unreachable" | "full";

/** SQLite's result code, and PostgreSQL's, for a disk without room. */
const fullCodes: ReadonlySet<unknown> = new Set([13, "53100"]);

/** Codes of the system and of PostgreSQL for a server that is away, starting, stopping, or has no connection left. */
const unreachableCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** The driver has no codes for these. */
const unreachableMessages = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Tells failures of the database from all others, which are `undefined`. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const codes = ["errcode" in error ? error.errcode : undefined, "code" in error ? error.code : undefined];
  if (codes.some((code) => fullCodes.has(code))) return "full";
  const isAway = codes.some((code) => unreachableCodes.has(code)) || unreachableMessages.test(error.message);
  return isAway ? "unreachable" : undefined;
}
