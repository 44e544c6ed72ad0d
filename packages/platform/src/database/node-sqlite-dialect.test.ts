import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { toProblem } from "../http/problem-response.ts";

it("prevents other writes between a transaction's first read and its write", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dialect-"));
  const database = new DatabaseSync(join(folder, "a.db"));
  database.exec("pragma journal_mode = wal; create table notes (text text)");
  const other = new DatabaseSync(join(folder, "a.db"));
  const db = new Kysely<{ notes: { text: string } }>({ dialect: createNodeSqliteDialect(database) });
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("notes").selectAll().execute();
    expect(() => other.exec("insert into notes values ('between')")).toThrow("locked");
    await transaction.insertInto("notes").values({ text: "mine" }).execute();
  });
  expect(other.prepare("select text from notes").all()).toEqual([{ text: "mine" }]);
  other.close();
  await db.destroy();
  await rm(folder, { recursive: true });
});

describe("the SQLite dialect", () => {
  const used = setUpStorage("SQLite");

  it("reports why SQLite rolled back a transaction, and continues", async () => {
    const { db } = used.storage();
    await sql`create trigger refuse before insert on settings when new.name = 'refused'
      begin select raise(rollback, 'ended by itself'); end`.execute(db);
    const write = (...names: readonly string[]) =>
      db.transaction().execute(async (transaction) => {
        for (const name of names)
          await transaction.insertInto("settings").values({ name, value: "" }).execute();
      });
    await expect(write("before", "refused")).rejects.toThrow("ended by itself");
    await write("after");
    const names = await db.selectFrom("settings").select("name").execute();
    expect(names).toEqual([{ name: "after" }]);
    await db.deleteFrom("settings").execute();
  });

  it("rejects with the reason when the disk is full", async () => {
    const { db } = used.storage();
    const { rows } = await sql<{ readonly page_count: number }>`PRAGMA page_count`.execute(db);
    const limit = (pages: number | undefined) =>
      sql`PRAGMA max_page_count = ${sql.lit(pages ?? 0)}`.execute(db);
    const write = (name: string) =>
      db.transaction().execute(async (transaction) => {
        const value = "x".repeat(1_000_000);
        await transaction.insertInto("settings").values({ name, value }).execute();
      });
    await limit(rows[0]?.page_count);
    const failure: unknown = await write("too-much").catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: "database or disk is full" });
    expect(toProblem(failure)).toMatchObject({
      status: 503,
      code: "unavailable",
      detail: "The server's disk is full. Its operator must free space.",
    });
    await limit(1_000_000);
    await write("room-again");
    const names = await db.selectFrom("settings").select("name").execute();
    expect(names).toEqual([{ name: "room-again" }]);
  });
});
