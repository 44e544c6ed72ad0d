import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished, vi } from "vitest";
import { createBusyLogs } from "./checkpoint-busy-logs.ts";

const kibibyte = 1024;
/** The values of a commit. */
const values = Array.from({ length: 20 }, () => "");
const mebibyte = 1024 * kibibyte;

async function open() {
  const folder = await mkdtemp(join(tmpdir(), "busy-logs-"));
  const file = join(folder, "notes.db");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE notes (text TEXT)");
  const logs = createBusyLogs(new Map([[file, database]]));
  onTestFinished(async () => {
    await logs.idle();
    database.close();
    await rm(folder, { recursive: true });
  });
  const insert = database.prepare("INSERT INTO notes VALUES (?)");
  return {
    logs,
    /** Writes 8 KiB per commit, with a checkpoint by SQLite itself every 4 MiB. */
    write: (mebibytes: number) => {
      for (let count = 0; count < mebibytes * 128; count += 1) {
        insert.run("x".repeat(8 * kibibyte));
        logs.note(values);
      }
    },
    size: async () => (await stat(file)).size,
    truncate: () => database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get(),
    logLength: () => database.prepare("PRAGMA wal_autocheckpoint").get()?.["wal_autocheckpoint"],
  };
}

it("leaves the log of a busy database to another thread", async () => {
  const { logs, write, size, truncate, logLength } = await open();
  write(16);
  expect(logLength()).toBe(10_000);
  const sizeBefore = await size();
  write(8);
  await vi.waitFor(async () => expect(await size()).toBeGreaterThan(sizeBefore + 4 * mebibyte), 5000);
  await logs.idle();
  expect(logLength()).toBe(1000);
  expect(truncate()).toMatchObject({ busy: 0, log: 0 });
});

it("starts no thread for a quiet database", async () => {
  const { write, logLength } = await open();
  write(2);
  expect(logLength()).toBe(1000);
});
