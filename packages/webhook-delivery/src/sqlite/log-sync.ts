import { closeSync, fdatasync, openSync } from "node:fs";

/** Syncs the write-ahead log of an SQLite database without blocking this thread. */
export interface LogSync {
  /**
   * Opens the log if needed. Call it before a transaction, so that none is committed that can't be synced.
   */
  open(): void;
  /** Resolves when everything committed before the call is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a log sync for the database in `file`, which must stay open in WAL mode.
 *
 * With `synchronous = FULL`, SQLite syncs its log within `COMMIT` and blocks the whole process until the disk
 * is done. A transaction committed without it is just as durable once another thread has synced the log. A
 * checkpoint in between does no harm: SQLite syncs the log before it copies pages out of it, and the database
 * before it restarts the log. SQLite has no lock on the log file that closing another descriptor could
 * release; its locks are on the other two files.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { createLogSync } from "@plugboard/webhook-delivery/sqlite";
 *
 * const database = new DatabaseSync("pages.db");
 * database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE IF NOT EXISTS pages (title TEXT)");
 * const log = createLogSync("pages.db");
 * database.exec("INSERT INTO pages VALUES ('Home')");
 * await log.sync();
 * ```
 *
 * Sources: sqlite.org/pragma.html (synchronous), sqlite.org/walformat.html (locks)
 */
export function createLogSync(file: string): LogSync {
  let log: number | undefined;
  let pending: Promise<unknown> = Promise.resolve();

  function open(): number {
    log ??= openSync(`${file}-wal`, "r+");
    return log;
  }

  return {
    open: () => void open(),
    sync() {
      const descriptor = open();
      const synced = new Promise<void>((resolve, reject) => {
        fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
      });
      pending = Promise.allSettled([pending, synced]);
      return synced;
    },
    async close() {
      await pending;
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}
