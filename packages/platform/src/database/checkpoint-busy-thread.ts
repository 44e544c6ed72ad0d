import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { workerData } from "node:worker_threads";

// A thread that copies the write-ahead logs of busy databases to the databases, and ends after 10 seconds without work. It blocks neither
// readers nor the writer.

const pollMilliseconds = 50;
const idleMilliseconds = 10_000;
/** In pages. */
const usualLength = 1000;
/** A longer log is copied to its end, so that the next commit can start it over. */
const longLength = 4000;
const attempts = 4;

// Not validated with Zod, which takes longer to load than most logs take to copy.
const files: readonly unknown[] = Array.isArray(workerData) ? workerData : [];
const databases = files.map((file) => new DatabaseSync(String(file)));
let workedAt = performance.now();
while (performance.now() < workedAt + idleMilliseconds) {
  for (const database of databases) {
    const { length, rest } = checkpoint(database, "NOOP");
    if (rest < usualLength && (length < longLength || rest === 0)) continue;
    // Commits add to the log meanwhile.
    for (let attempt = 0; attempt < attempts; attempt += 1)
      if (checkpoint(database, "PASSIVE").rest === 0) break;
    workedAt = performance.now();
  }
  await delay(pollMilliseconds);
}
for (const database of databases) database.close();

/** Returns the length of the log in pages, and how many of them are not in the database. */
function checkpoint(
  database: DatabaseSync,
  mode: "NOOP" | "PASSIVE",
): { readonly length: number; readonly rest: number } {
  const [, length, copied] = Object.values(database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() ?? {});
  return { length: Number(length), rest: Number(length) - Number(copied) };
}
