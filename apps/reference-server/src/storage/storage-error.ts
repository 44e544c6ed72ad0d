import { ServerError } from "../server-error.ts";

/** SQLite's result codes for a file that is damaged or is no database. */
const damagedCodes: ReadonlySet<unknown> = new Set([11, 26]);

/** Why a data folder cannot be used, for the operator. */
export function toUnwritable(dataDir: string, cause: unknown): ServerError {
  const damaged = cause instanceof Error && "errcode" in cause && damagedCodes.has(cause.errcode);
  return damaged
    ? new ServerError(
        "data_unreadable",
        `A database in PLUGBOARD_DATA_DIR ${dataDir} cannot be read: ${reasonOf(cause)}. Restore it from a backup.`,
        { cause },
      )
    : new ServerError(
        "data_unwritable",
        `PLUGBOARD_DATA_DIR ${dataDir} cannot be written: ${reasonOf(cause)}. Name a folder this user may write.`,
        { cause },
      );
}

/** An error's message in one line; several attempts at one connection give the message of each. */
export function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const messages = errors.map((each) => (each instanceof Error ? each.message : String(each)));
  return [...new Set(messages)].join(", ").replaceAll(/\s+/g, " ");
}
