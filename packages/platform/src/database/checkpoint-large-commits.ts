import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Dialect } from "kysely";

/** Copies the log of large commits to the database in another thread. */
export interface LargeCommits {
  /** Adds to the size of the transaction. */
  readonly note: (values: readonly unknown[]) => void;
  /** Wraps the dialect of the connection. */
  readonly wrap: (dialect: Dialect) => Dialect;
  /** Resolves when no thread is running. */
  readonly idle: () => Promise<void>;
}

/** The size at which SQLite itself copies the log: 1,000 blocks of 4 KiB. */
const largeCharacters = 4_000_000;
const usualLength = 1000;

/**
 * Creates the checkpoints for a connection to the database in `file`.
 *
 * SQLite copies its write-ahead log to the database within the commit that makes the log long, and waits for the disk. This blocks the
 * process for seconds after a large commit. Small commits still do it themselves, because a thread takes longer than they do.
 *
 * @param checkpoint - replaces the thread in tests
 */
export function createLargeCommits(
  database: DatabaseSync,
  file: string,
  checkpoint: (file: string) => Promise<void> = checkpointInThread,
): LargeCommits {
  let characters = 0;
  let pending = 0;
  let last: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    // The next small commit repeats a checkpoint that failed.
    await checkpoint(file).catch(() => {});
    pending -= 1;
    if (pending === 0 && database.isOpen) setLogLength(usualLength);
  }

  function setLogLength(length: number): void {
    database.exec(`PRAGMA wal_autocheckpoint = ${length}`);
  }

  return {
    note(values) {
      for (const value of values)
        if (typeof value === "string" || value instanceof Uint8Array) characters += value.length;
    },
    wrap: (dialect) => ({
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => {
        const driver = dialect.createDriver();
        const begin = driver.beginTransaction.bind(driver);
        const commit = driver.commitTransaction.bind(driver);
        driver.beginTransaction = async (connection, settings) => {
          characters = 0;
          await begin(connection, settings);
        };
        driver.commitTransaction = async (connection) => {
          if (characters < largeCharacters) return await commit(connection);
          pending += 1;
          setLogLength(0);
          // Also after a failed commit, whose pages can be in the log.
          await commit(connection).finally(() => {
            last = last.then(run);
          });
        };
        return driver;
      },
    }),
    idle: () => last,
  };
}

async function checkpointInThread(file: string): Promise<void> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`checkpoint-thread.${extension}`, import.meta.url), { workerData: file });
  await once(worker, "exit");
}
