import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { dedupeStoreContract } from "../testing.ts";
import { createSqliteDedupeStore } from "./sqlite-dedupe-store.ts";

const packageFolder = join(import.meta.dirname, "../..");
const integers = z.array(z.int());

describe("the SQLite store", () => {
  const cases = dedupeStoreContract((options) =>
    createSqliteDedupeStore(new DatabaseSync(":memory:"), options),
  );
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());

  it("is shared by all connections to one file, and outlives them", async () => {
    const folder = await makeFolder();
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

  it("gives each event to one of several concurrent processes", async () => {
    const file = join(await makeFolder(), "dedupe.sqlite");
    const claimed = await Promise.all(["a", "b", "c"].map((token) => claimInProcess(file, token)));
    expect(claimed.flat().toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 200 }, (_, event) => event),
    );
  });

  it("shrinks when events expire", async () => {
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

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-dedupe-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

// Claims and commits the same 200 events as the other processes, and responds with the ones it won.
async function claimInProcess(file: string, token: string): Promise<readonly number[]> {
  const code = `
    import { DatabaseSync } from "node:sqlite";
    import { createSqliteDedupeStore } from "@plugboard/webhook-receiver/sqlite";
    const store = createSqliteDedupeStore(new DatabaseSync(${JSON.stringify(file)}, { timeout: 30_000 }));
    const claimed: number[] = [];
    for (let event = 0; event < 200; event += 1) {
      if ((await store.claim(\`evt_\${event}\`, "${token}")) !== "claimed") continue;
      await store.commit(\`evt_\${event}\`, "${token}");
      claimed.push(event);
    }
    console.log(JSON.stringify(claimed));`;
  const flags = ["--conditions=@plugboard/source", "--input-type=module-typescript", "--eval", code];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: packageFolder });
  return integers.parse(JSON.parse(stdout));
}
