import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createLogSync } from "./log-sync.ts";

async function openDatabase(): Promise<{ database: DatabaseSync; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "delivery-"));
  const file = join(folder, "a.db");
  const database = new DatabaseSync(file);
  onTestFinished(async () => {
    if (database.isOpen) database.close();
    await rm(folder, { recursive: true });
  });
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)");
  return { database, file };
}

test("syncs commits, also concurrently and after closing", async () => {
  const { database, file } = await openDatabase();
  const log = createLogSync(file);
  database.exec("INSERT INTO notes VALUES ('a')");
  await Promise.all([log.sync(), log.sync()]);
  await log.close();
  database.exec("INSERT INTO notes VALUES ('b')");
  await log.sync();
  await log.close();
  expect(database.prepare("SELECT count(*) AS count FROM notes").get()).toEqual({ count: 2 });
});

test("closing waits for a running sync", async () => {
  const { file } = await openDatabase();
  const log = createLogSync(file);
  const ends: string[] = [];
  await Promise.all([
    log.sync().then(() => ends.push("synced")),
    log.close().then(() => ends.push("closed")),
  ]);
  expect(ends).toEqual(["synced", "closed"]);
});

test("fails to open a missing log", async () => {
  const { database, file } = await openDatabase();
  database.close();
  expect(() => createLogSync(file).open()).toThrow(expect.objectContaining({ code: "ENOENT" }));
});
