import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { commitLightly, commitSoon, withSyncOnRelease } from "./sync-on-release.ts";

describe("a dialect that syncs when its connection is released", () => {
  const sync = vi.fn<() => Promise<void>>();
  let database: DatabaseSync;
  let db: Kysely<{ notes: { text: string } }>;
  const write = (text: string) => db.insertInto("notes").values({ text }).execute();
  const read = async () => (await db.selectFrom("notes").select("text").execute()).map(({ text }) => text);

  beforeEach(async () => {
    sync.mockReset().mockResolvedValue();
    database = new DatabaseSync(":memory:");
    database.exec("create table notes (text text)");
    let writes = 0;
    const dialect = createNodeSqliteDialect(database, () => {
      writes += 1;
    });
    db = new Kysely({ dialect: withSyncOnRelease(dialect, { countWrites: () => writes, sync }) });
    onTestFinished(() => {
      if (database.isOpen) database.close();
    });
  });

  it("allows reads and writes while another caller waits for the disk", async () => {
    const disk = Promise.withResolvers<void>();
    sync.mockReturnValueOnce(disk.promise);
    let isDone = false;
    const change = async () => {
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto("notes").values({ text: "first" }).execute();
      });
      isDone = true;
    };
    const first = change();
    await write("second");
    expect(await read()).toEqual(["first", "second"]);
    expect(isDone).toBe(false);
    disk.resolve();
    await first;
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it("runs one transaction at a time", async () => {
    const order: string[] = [];
    const change = (name: string) =>
      db.transaction().execute(async (transaction) => {
        order.push(`${name} begins`);
        await transaction.insertInto("notes").values({ text: name }).execute();
        await new Promise(setImmediate);
        order.push(`${name} ends`);
      });
    await Promise.all([change("a"), change("b")]);
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  it("doesn't sync reads, failures, and transactions that need not wait", async () => {
    await read();
    await expect(sql`insert into nowhere values (1)`.execute(db)).rejects.toThrow("nowhere");
    expect(await commitLightly(() => write("light"))).toHaveLength(1);
    expect(sync).not.toHaveBeenCalled();
  });

  it("syncs transactions soon, together", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await commitSoon(() => write("first"));
    await commitSoon(() => write("second"));
    expect(sync).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(sync).toHaveBeenCalledTimes(1);
    await commitSoon(() => write("third"));
    await db.destroy();
    vi.advanceTimersByTime(100);
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it("leaves no caller waiting once the database is closed", async () => {
    database.close();
    const reads = await Promise.allSettled([read(), read()]);
    expect(reads.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("rejects a transaction that could not be synced, and continues", async () => {
    sync.mockRejectedValueOnce(new Error("the disk is unavailable"));
    await expect(write("lost")).rejects.toThrow("the disk is unavailable");
    await write("kept");
    expect(await read()).toContain("kept");
  });
});
