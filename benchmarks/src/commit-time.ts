import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { quantile } from "./quantile.ts";

const commits = 300;

/** Returns the median duration of a small SQLite commit synced to this machine's disk (ms). */
export async function measureCommitTime(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "bench-commit-"));
  const database = new DatabaseSync(join(folder, "commits.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE notes (text TEXT)");
  const insert = database.prepare("INSERT INTO notes VALUES (?)");
  const times = Array.from({ length: commits }, () => {
    const start = performance.now();
    insert.run("a note of some length ".repeat(20));
    return performance.now() - start;
  });
  database.close();
  await rm(folder, { recursive: true });
  return quantile(times, 0.5);
}
