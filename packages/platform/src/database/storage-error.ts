import { PlatformError } from "../common/platform-error.ts";

/** Database failures that are caused neither by the caller nor by the code. */
export type DatabaseFailure = "unreachable" | "full" | "read_only";

/** The codes of SQLite and PostgreSQL for a full disk. */
const fullCodes: ReadonlySet<unknown> = new Set([13, "53100"]);

/** The codes for a read-only database: a standby, or a file without write permission. */
const readOnlyCodes: ReadonlySet<unknown> = new Set([8, "25006"]);

/**
 * Codes of the system and PostgreSQL for a server that is unreachable, starting, stopping or out of
 * connections, and the delivery engine's code for all of these.
 */
const unreachableCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
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

/** Returns the kind of a database failure. `undefined` for other errors. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const codes = ["errcode" in error ? error.errcode : undefined, "code" in error ? error.code : undefined];
  if (codes.some((code) => fullCodes.has(code))) return "full";
  if (codes.some((code) => readOnlyCodes.has(code))) return "read_only";
  const isAway =
    codes.some((code) => unreachableCodes.has(code)) ||
    // A Unix socket that is gone has the code of a missing file.
    (codes.includes("ENOENT") && "syscall" in error && error.syscall === "connect") ||
    unreachableMessages.test(error.message);
  return isAway ? "unreachable" : undefined;
}

/** SQLite's result codes for a file that is damaged or not a database. */
const damagedCodes: ReadonlySet<unknown> = new Set([11, 26]);

/** Returns the error for an unusable data folder, for the operator. */
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

/** Returns the error for tables of a newer version. `changes` lists the unknown migrations. */
export function toTooNew(changes: string, cause: unknown): PlatformError {
  return new PlatformError(
    "data_too_new",
    `the database has changes that this version does not know (${changes}). Start the newer version that made them, or restore the backup from before the upgrade.`,
    [],
    { cause },
  );
}

/** Returns the error for tables that could not be migrated. */
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

/** Returns an error's message in one line, with the messages of all connection attempts. */
export function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const messages = errors.map((each) => (each instanceof Error ? each.message : String(each)));
  return [...new Set(messages)].join(", ").replaceAll(/\s+/g, " ");
}
