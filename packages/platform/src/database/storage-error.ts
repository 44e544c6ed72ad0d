import { PlatformError } from "../common/platform-error.ts";

/** Why a database could not do what it was asked, where that is neither the caller's fault nor the code's. */
export type DatabaseFailure = "unreachable" | "full" | "read_only";

/** SQLite's result code, and PostgreSQL's, for a disk without room. */
const fullCodes: ReadonlySet<unknown> = new Set([13, "53100"]);

/** The same for a database that takes no writes: a standby, or a file that may not be written. */
const readOnlyCodes: ReadonlySet<unknown> = new Set([8, "25006"]);

/** Codes of the system and of PostgreSQL for a server that is away, starting, stopping, or has no connection left;
 * and the delivery engine's word for all of them. */
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
  "unavailable",
]);

/** The driver has no codes for these. */
const unreachableMessages = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Distinguishes failures of the database from all others, which are `undefined`. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const codes = ["errcode" in error ? error.errcode : undefined, "code" in error ? error.code : undefined];
  if (codes.some((code) => fullCodes.has(code))) return "full";
  if (codes.some((code) => readOnlyCodes.has(code))) return "read_only";
  const isAway = codes.some((code) => unreachableCodes.has(code)) || unreachableMessages.test(error.message);
  return isAway ? "unreachable" : undefined;
}

/** SQLite's result codes for a file that is damaged or is no database. */
const damagedCodes: ReadonlySet<unknown> = new Set([11, 26]);

/** Why a data folder cannot be used, for the operator. */
export function toUnwritable(dataDir: string, cause: unknown): PlatformError {
  const code = cause instanceof Error && "errcode" in cause ? cause.errcode : undefined;
  if (damagedCodes.has(code)) {
    return new PlatformError(
      "data_unreadable",
      `a database in the folder ${dataDir} cannot be read: ${reasonOf(cause)}. Restore it from a backup.`,
      [],
      { cause },
    );
  }
  return new PlatformError(
    "data_unwritable",
    `the folder ${dataDir} cannot be written: ${reasonOf(cause)}. ${adviceOf(cause) ?? "Use a folder that this user can write to."}`,
    [],
    { cause },
  );
}

/** Tables that a newer version made; `changes` names what this one does not know of them. */
export function toTooNew(changes: string, cause: unknown): PlatformError {
  return new PlatformError(
    "data_too_new",
    `the database has changes that this version does not know (${changes}). Start the newer version that made them, or restore the backup from before the upgrade.`,
    [],
    { cause },
  );
}

/** Tables that could not be brought up to date. */
export function toMigrationFailed(cause: unknown): PlatformError {
  const advice = adviceOf(cause) ?? "Repair what this names, restore a backup, or name an empty database.";
  return new PlatformError(
    "data_unreadable",
    `the database could not be brought up to date: ${reasonOf(cause)}. ${advice}`,
    [],
    { cause },
  );
}

function adviceOf(cause: unknown): string | undefined {
  return databaseFailureOf(cause) === "full" ? "Make room on its disk." : undefined;
}

/** An error's message in one line; several attempts at one connection give the message of each. */
export function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const messages = errors.map((each) => (each instanceof Error ? each.message : String(each)));
  return [...new Set(messages)].join(", ").replaceAll(/\s+/g, " ");
}
