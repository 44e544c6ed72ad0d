import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPostgresDeliveryStore } from "./postgres.ts";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import type { DeliveryStore } from "./store/delivery-store.ts";
import { addEndpoint, addEvents, resultOf } from "./testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./worker/delivery-worker.ts";

// The number of statements for the most frequent operations. A change that adds one must raise it here.

interface CountedStore {
  readonly store: DeliveryStore;
  /** Statements so far. */
  readonly count: () => number;
}

async function openSqlite(): Promise<CountedStore> {
  const folder = await mkdtemp(join(tmpdir(), "delivery-"));
  const database = new DatabaseSync(join(folder, "a.db"));
  const spies = [
    vi.spyOn(database, "exec"),
    ...(["run", "get", "all", "iterate"] as const).map((name) => vi.spyOn(StatementSync.prototype, name)),
  ];
  const store = createSqliteDeliveryStore(database, { exclusive: true });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await store.close();
    database.close();
    await rm(folder, { recursive: true });
  });
  return { store, count: () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
}

async function openPostgres(): Promise<CountedStore> {
  const pool = new Pool({ connectionString: await createTestDatabase(), max: 1 });
  // With a single connection, its setup is counted once. Listening would occupy it.
  const store = createPostgresDeliveryStore(pool, { notify: false });
  const client = await pool.connect();
  const spy = vi.spyOn(client, "query");
  client.release();
  onTestFinished(async () => {
    await store.close();
    await pool.end();
  });
  return { store, count: () => spy.mock.calls.length };
}

test.for([
  // Accepted: BEGIN, the endpoint with its turn and the lease, the event, the delivery, COMMIT. Recorded: BEGIN, the delivery, the
  // attempt, the endpoint, its hour, COMMIT.
  { name: "SQLite", open: openSqlite, most: 11 },
  // One statement accepts the event, one records the outcome.
  { name: "PostgreSQL", open: openPostgres, most: 2 },
])("a single event takes $most statements from enqueue to outcome on $name", async ({ open, most }) => {
  const { store, count } = await open();
  await store.migrate();
  const { id } = await addEndpoint(store);
  let recorded = Promise.withResolvers<void>();
  const worker = createDeliveryWorker({
    store: {
      ...store,
      async recordAttempts(request) {
        const result = await store.recordAttempts(request);
        recorded.resolve();
        return result;
      },
    },
    send: () => Promise.resolve(resultOf(200, Date.now())),
    pollMilliseconds: 60_000,
  });
  worker.start();
  onTestFinished(() => worker.stop());
  const counts: number[] = [];
  for (let event = 0; event < 8; event += 1) {
    const before = count();
    recorded = Promise.withResolvers();
    await addEvents(store, id, [`a${event}`]);
    await recorded.promise;
    counts.push(count() - before);
  }
  // The first events are claimed. The others only add periodic work of the worker.
  expect(Math.min(...counts)).toBe(most);
});

test("an idle worker runs at most one statement per second on SQLite", async () => {
  const { store, count } = await openSqlite();
  await store.migrate();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = createDeliveryWorker({ store, send: () => Promise.resolve(resultOf(200, Date.now())) });
  worker.start();
  const minute = 60_000;
  await vi.advanceTimersByTimeAsync(minute);
  const before = count();
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(count() - before).toBeLessThanOrEqual(5 * 60);
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(minute);
  await stopped;
});
