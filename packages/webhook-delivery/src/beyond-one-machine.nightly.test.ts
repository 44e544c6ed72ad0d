import {
  createTestDatabase,
  hasPgBouncer,
  startPgBouncer,
  startReplicatedPostgres,
} from "@plugboard/test-postgres";
import { Pool } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createPostgresDeliveryStore, type PostgresDeliveryStoreOptions } from "./postgres.ts";
import { leastFeatures } from "./postgres/least-features.fixture.ts";
import { addEndpoint, addEvents, manyIds, resultOf } from "./testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./worker/delivery-worker.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A store with its own connections, like another process. */
function openStore(connectionString: string, options: PostgresDeliveryStoreOptions = {}) {
  const pool = new Pool({ connectionString, max: 6 });
  pool.on("error", () => {});
  const store = createPostgresDeliveryStore(pool, options);
  closing.push(async () => {
    await store.close();
    await pool.end();
  });
  return store;
}

/** Workers with separate stores that record their requests. */
function startWorkers(count: number, connectionString: string, options: PostgresDeliveryStoreOptions = {}) {
  const sent: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const worker = createDeliveryWorker({
      store: openStore(connectionString, options),
      send: async ({ eventId }) => {
        sent.push(eventId);
        return resultOf(200, Date.now());
      },
      leaseMilliseconds: 2_000,
      pollMilliseconds: 50,
    });
    worker.start();
    closing.push(() => worker.stop());
  }
  return sent;
}

describe("a replica promoted under load", () => {
  it("has every event that was accepted, and delivers it", async () => {
    const replicated = await startReplicatedPostgres();
    closing.push(() => replicated.remove());
    const store = openStore(replicated.url, { connectTimeoutMilliseconds: 1_000 });
    await store.migrate();
    const { id } = await addEndpoint(store);
    const sent = startWorkers(2, replicated.url, { connectTimeoutMilliseconds: 1_000 });
    const accepted: string[] = [];
    let afterwards = 0;
    const producing = new AbortController();
    const produce = async (name: string): Promise<void> => {
      for (let count = 0; !producing.signal.aborted; count += 1) {
        const event = `${name}-${count}`;
        // Calls that fail while there is no primary may have been stored: they weren't accepted and don't
        // count.
        await addEvents(store, id, [event]).then(
          () => accepted.push(event),
          () => new Promise((resolve) => setTimeout(resolve, 50)),
        );
      }
    };
    const producers = ["a", "b", "c", "d"].map(produce);
    await expect.poll(() => accepted.length, { timeout: 10_000 }).toBeGreaterThan(100);
    await replicated.failOver();
    const before = accepted.length;
    await expect
      .poll(() => (afterwards = accepted.length - before), { timeout: 20_000 })
      .toBeGreaterThan(100);
    producing.abort();
    await Promise.all(producers);
    const lost = (): number => accepted.filter((event) => !sent.includes(event)).length;
    await expect.poll(lost, { timeout: 20_000 }).toBe(0);
    expect([before > 100, afterwards > 100]).toEqual([true, true]);
  });
}, 90_000);

describe.each([
  { name: "behind a real PgBouncer", skip: !hasPgBouncer(), pooled: true, options: { notify: false } },
  {
    name: "without SKIP LOCKED, LISTEN, advisory locks and prepared statements",
    skip: false,
    pooled: false,
    options: leastFeatures,
  },
])(
  "four workers $name",
  ({ skip, pooled, options }) => {
    it.skipIf(skip)("share the work, and send every delivery once", async () => {
      const database = await createTestDatabase();
      const bouncer = pooled ? await startPgBouncer(database) : undefined;
      closing.push(async () => bouncer?.close());
      const url = bouncer?.url ?? database;
      const store = openStore(url, options);
      await store.migrate();
      const sent = startWorkers(4, url, options);
      const events = manyIds("e", 200);
      for (const tenant of ["one", "two", "three"]) {
        const { id } = await addEndpoint(store, { tenant });
        await addEvents(
          store,
          id,
          events.map((event) => `${tenant}-${event}`),
        );
      }
      await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(600);
      expect(new Set(sent).size).toBe(600);
    });
  },
  60_000,
);
