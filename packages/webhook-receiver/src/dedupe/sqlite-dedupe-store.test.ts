import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { dedupeStoreContract } from "../testing.ts";
import { createSqliteDedupeStore } from "./sqlite-dedupe-store.ts";

describe("the SQLite store", () => {
  const cases = dedupeStoreContract((options) =>
    createSqliteDedupeStore(new DatabaseSync(":memory:"), options),
  );
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());

  it("is shared by every connection to one file, and survives them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plugboard-dedupe-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const open = () => new DatabaseSync(join(folder, "dedupe.sqlite"));
    const first = open();
    const second = open();
    expect(await createSqliteDedupeStore(first).claim("evt_1", "a")).toBe("claimed");
    expect(await createSqliteDedupeStore(second).claim("evt_1", "b")).toBe("in_progress");
    await createSqliteDedupeStore(first).commit("evt_1", "a");
    first.close();
    second.close();
    const third = open();
    onTestFinished(() => third.close());
    expect(await createSqliteDedupeStore(third).claim("evt_1", "c")).toBe("committed");
  });

  it("shrinks to what it still remembers", async () => {
    const database = new DatabaseSync(":memory:");
    onTestFinished(() => database.close());
    let time = 0;
    const store = createSqliteDedupeStore(database, { retentionSeconds: 60, now: () => time });
    for (let event = 0; event < 100; event += 1) {
      await store.claim(`evt_${event}`, "a");
      await store.commit(`evt_${event}`, "a");
      if (event === 49) time = 60_000;
    }
    expect(database.prepare("SELECT count(*) AS rows FROM webhook_dedupe").get()).toEqual({ rows: 50 });
  });
});
