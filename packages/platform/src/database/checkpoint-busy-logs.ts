import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

/** Copies the logs of busy databases to their files in another thread. */
export interface BusyLogs {
  /** Counts a statement with its values. */
  readonly note: (values: readonly unknown[]) => void;
  /** Stops the thread. The next busy period starts another one. */
  readonly idle: () => Promise<void>;
}

/** The databases are busy if statements with this many values took less than this time. */
const busyValues = 10_000;
const busyMilliseconds = 5000;

/** The lengths in pages at which a commit copies the log itself: usually, and while the thread runs (40 MB). */
const usualLength = 1000;
const longestLength = 10_000;

/**
 * Creates the checkpoints for databases by their file.
 *
 * SQLite copies its write-ahead log to the database within a commit, about five times a second at 1,000 events per second, and waits for
 * the disk. While the databases are busy, a thread does it instead, which ends after 10 seconds without work. If it cannot keep up, commits
 * copy the log again. A quiet server needs neither the thread nor its memory.
 */
export function createBusyLogs(databases: ReadonlyMap<string, DatabaseSync>): BusyLogs {
  let thread: Worker | undefined;
  let count = 0;
  let countedSince = Number.NEGATIVE_INFINITY;

  function setLogLengths(length: number): void {
    for (const database of databases.values())
      if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${length}`);
  }

  function start(): void {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const file = new URL(`checkpoint-busy-thread.${extension}`, import.meta.url);
    const started = new Worker(file, { workerData: [...databases.keys()] });
    thread = started;
    started.unref();
    // Commits copy the log again if the thread fails.
    started.on("error", () => {});
    started.on("exit", () => {
      thread = undefined;
      setLogLengths(usualLength);
    });
    setLogLengths(longestLength);
  }

  return {
    note(values) {
      if (thread !== undefined) return;
      count += values.length;
      if (count < busyValues) return;
      count = 0;
      const now = performance.now();
      if (now - countedSince < busyMilliseconds) start();
      countedSince = now;
    },
    async idle() {
      await thread?.terminate();
    },
  };
}
