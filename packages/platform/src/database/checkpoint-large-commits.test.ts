import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLargeCommits } from "./checkpoint-large-commits.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";

const mebibyte = 1024 * 1024;

async function open(checkpoint?: (file: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "large-commits-"));
  const file = join(folder, "notes.db");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE notes (text TEXT)");
  const commits = createLargeCommits(database, file, checkpoint);
  const db = new Kysely<{ notes: { text: string } }>({
    dialect: commits.wrap(createNodeSqliteDialect(database, commits.note)),
  });
  onTestFinished(async () => {
    await db.destroy();
    await commits.idle();
    await rm(folder, { recursive: true });
  });
  return {
    commits,
    write: (mebibytes: number) =>
      db.transaction().execute(async (transaction) => {
        for (let count = 0; count < mebibytes; count += 1)
          await transaction
            .insertInto("notes")
            .values({ text: "x".repeat(mebibyte) })
            .execute();
      }),
    size: async () => (await stat(file)).size,
  };
}

it("leaves the log of a large commit to another thread", async () => {
  const { commits, write, size } = await open();
  await write(8);
  await commits.idle();
  expect(await size()).toBeGreaterThan(8 * mebibyte);
});

it("copies no log itself meanwhile, and does again afterwards", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const checkpoint = vi.fn<(file: string) => Promise<void>>(() => promise);
  const { commits, write, size } = await open(checkpoint);
  await write(8);
  await write(1);
  expect(await size()).toBeLessThan(mebibyte);
  resolve();
  await commits.idle();
  await write(1);
  expect(await size()).toBeGreaterThan(9 * mebibyte);
  expect(checkpoint).toHaveBeenCalledTimes(1);
});

it("copies the log with the next commit if the thread fails", async () => {
  const { commits, write, size } = await open(() => Promise.reject(new Error("no thread")));
  await write(8);
  await commits.idle();
  await write(1);
  expect(await size()).toBeGreaterThan(8 * mebibyte);
});
