import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createWebhookReceiver } from "../index.ts";
import { pageFeedback, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest, dedupeStoreContract } from "../testing.ts";
import { createPostgresDedupeStore } from "./postgres-dedupe-store.ts";

let pool = new Pool();

beforeAll(async () => {
  pool = new Pool({ connectionString: await createTestDatabase() });
}, 120_000);

afterAll(async () => {
  await pool.end();
});

describe("the PostgreSQL store", () => {
  const cases = dedupeStoreContract(async (options) => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    return createPostgresDedupeStore(pool, options);
  });
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());

  it("can be started by many processes concurrently, and gives an event to one of them", async () => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    const stores = Array.from({ length: 10 }, () => createPostgresDedupeStore(pool));
    const outcomes = await Promise.all(stores.map((store, index) => store.claim("evt_1", `${index}`)));
    expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
  });

  it("retries to create its table if the first attempt failed", async () => {
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

  it("recognizes events by IDs that are too long for an index", async () => {
    await pool.query("DROP TABLE IF EXISTS webhook_dedupe");
    const handle = vi.fn<() => void>();
    const dedupe = createPostgresDedupeStore(pool);
    const receiver = createWebhookReceiver({ secret, dedupe, events: { "*": handle } });
    const event = { ...pageFeedback, eventId: randomBytes(20_000).toString("base64") };
    for (let copy = 0; copy < 2; copy += 1) {
      const response = await receiver.fetch(await createSignedRequest({ secret, event }));
      expect(response.status).toBe(200);
    }
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it("shrinks when events expire", async () => {
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
