import { setTimeout as delay } from "node:timers/promises";
import { type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPostgresDeliveryStore, type PostgresDeliveryStore } from "../postgres.ts";
import {
  addEndpoint,
  addEvents,
  base64Box,
  claim,
  eventIds,
  manyIds,
  record,
  resultOf,
  success,
} from "../testing/kit/store-kit.ts";
import { createTestClock } from "../testing/kit/test-clock.ts";
import { serializingPool } from "./serializing-pool.fixture.ts";
import { createDeliveryWorker, type DeliveryWorker } from "../worker/delivery-worker.ts";
import type { DeliveryWorkerOptions } from "../worker/delivery-worker-options.ts";

let server: PostgresServer;
let databases = 0;
let connectionString: string;
let pools: Pool[];
let stores: PostgresDeliveryStore[];
let workers: DeliveryWorker[];

beforeAll(async () => {
  server = await startPostgres({ isDurable: false });
});
afterAll(() => server.remove());

beforeEach(async () => {
  databases += 1;
  connectionString = await server.createDatabase(`store_${databases}`);
  pools = [];
  stores = [];
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(pools.map((pool) => pool.end()));
});

function openPool(): Pool {
  const pool = new Pool({ connectionString, max: 8 });
  // Without a listener, the test that cuts connections would crash the process.
  pool.on("error", () => {});
  pools.push(pool);
  return pool;
}

/** Opens a store with its own pool, like another process. */
function openStore(options: Parameters<typeof createPostgresDeliveryStore>[1] = {}): PostgresDeliveryStore {
  const store = createPostgresDeliveryStore(openPool(), options);
  stores.push(store);
  return store;
}

function startWorker(store: PostgresDeliveryStore, options: Partial<DeliveryWorkerOptions> = {}): void {
  const worker = createDeliveryWorker({
    store,
    send: () => Promise.resolve(resultOf(200, Date.now())),
    pollMilliseconds: 60_000,
    ...options,
  });
  workers.push(worker);
  worker.start();
}

async function untilDelivered(store: PostgresDeliveryStore, count: number): Promise<void> {
  for (;;) {
    const { items } = await store.listDeliveries({ states: ["delivered"], limit: 1_000 });
    if (items.length === count) return;
    await delay(10);
  }
}

const event = (id: string, endpointId: string) => ({
  id,
  type: "invoice.paid",
  body: "{}",
  endpointIds: [endpointId],
});

test("processes that start concurrently on an empty database agree on one schema", async () => {
  const racing = manyIds("s", 5).map(() => openStore());
  await Promise.all(racing.map((store) => store.migrate()));
  const noted = "SELECT count(*)::int = max(version) + 1 AS once_each FROM webhooks.migrations";
  expect((await openPool().query(noted)).rows).toEqual([{ once_each: true }]);
});

test("does not touch tables of a newer version", async () => {
  const store = openStore();
  await store.migrate();
  await openPool().query("INSERT INTO webhooks.migrations VALUES (99, 0)");
  await expect(store.migrate()).rejects.toMatchObject({ code: "schema_too_new" });
});

test("events enqueued in the caller's transaction commit, and roll back, with the caller's rows", async () => {
  const store = openStore();
  await store.migrate();
  const { id } = await addEndpoint(store);
  const pool = openPool();
  await pool.query("CREATE TABLE pages (id text)");
  startWorker(store);
  for (const [eventId, end] of [
    ["lost", "ROLLBACK"],
    ["kept", "COMMIT"],
  ] as const) {
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query("INSERT INTO pages VALUES ($1)", [eventId]);
    const [enqueued] = await store.enqueueInTransaction(client, [event(eventId, id)]);
    expect(enqueued?.deliveries).toHaveLength(1);
    await client.query(end);
    client.release();
  }
  await untilDelivered(store, 1);
  expect((await pool.query("SELECT id FROM pages")).rows).toEqual([{ id: "kept" }]);
  expect(await store.getEvent({ id: "lost" })).toBeUndefined();
});

test("events published in the caller's transaction find their endpoints, and roll back with it", async () => {
  const store = openStore();
  await store.migrate();
  await addEndpoint(store, { tenant: "acme", eventTypes: ["page_published"] });
  const pool = openPool();
  startWorker(store);
  for (const [id, end] of [
    ["lost", "ROLLBACK"],
    ["kept", "COMMIT"],
  ] as const) {
    const client = await pool.connect();
    await client.query("BEGIN");
    const event = { id, tenant: "acme", type: "page_published", body: "{}" };
    const [published] = await store.publishInTransaction(client, [event]);
    expect(published?.deliveries).toHaveLength(1);
    await client.query(end);
    client.release();
  }
  await untilDelivered(store, 1);
  expect(await store.getEvent({ tenant: "acme", id: "lost" })).toBeUndefined();
});

test("accepts 10,000 events in one call, even if the planner can only use nested loops", async () => {
  const url = new URL(connectionString);
  url.searchParams.set("options", "-c enable_hashjoin=off -c enable_mergejoin=off");
  connectionString = url.href;
  const store = openStore();
  await store.migrate();
  const { id: endpointId } = await store.createEndpoint({
    url: "https://hooks.example/",
    eventTypes: ["page_updated"],
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  });
  const events = Array.from({ length: 10_000 }, (_item, index) => ({
    id: `evt_${index}`,
    type: "page_updated",
    body: "{}",
    endpointIds: [endpointId],
  }));
  await expect(store.enqueue(events)).resolves.toHaveLength(10_000);
});

test("wakes a worker for events of another process, even after its connection was cut", async () => {
  const other = openStore();
  await other.migrate();
  const { id } = await addEndpoint(other);
  const store = openStore();
  startWorker(store);
  await addEvents(other, id, ["a1"]);
  await untilDelivered(other, 1);
  await openPool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
  );
  const [second] = await addEvents(other, id, ["a2"]);
  await untilDelivered(other, 2);
  expect(await other.getDelivery(second ?? "")).toMatchObject({ state: "delivered", attempts: 1 });
});

test("with notify off, a polling worker finds deliveries that another process enqueued", async () => {
  const other = openStore({ notify: false });
  await other.migrate();
  const { id } = await addEndpoint(other);
  startWorker(openStore({ notify: false }), { pollMilliseconds: 20 });
  const [delivery] = await addEvents(other, id, ["a1"]);
  await untilDelivered(other, 1);
  expect(await other.getDelivery(delivery ?? "")).toMatchObject({ state: "delivered", attempts: 1 });
});

test("workers of several processes send each delivery once, within the limits they share", async () => {
  const first = openStore();
  await first.migrate();
  const free = await addEndpoint(first);
  const limited = await addEndpoint(first, { maxConcurrency: 2 });
  const sent: string[] = [];
  let inFlight = 0;
  let most = 0;
  for (const store of [first, openStore(), openStore()]) {
    startWorker(store, {
      pollMilliseconds: 20,
      async send({ id }, endpoint) {
        sent.push(id);
        if (endpoint.id === limited.id) {
          inFlight += 1;
          most = Math.max(most, inFlight);
        }
        await delay(2);
        if (endpoint.id === limited.id) inFlight -= 1;
        return resultOf(200, Date.now());
      },
    });
  }
  await addEvents(first, free.id, manyIds("free", 300));
  await addEvents(first, limited.id, manyIds("limited", 40));
  await untilDelivered(first, 340);
  expect(sent).toHaveLength(340);
  expect(new Set(sent).size).toBe(340);
  expect(most).toBeLessThanOrEqual(2);
});

test("ordering groups stay in order and never get stuck under concurrent load", async () => {
  const first = openStore();
  await first.migrate();
  const { id } = await addEndpoint(first);
  const sent = new Map<string, string[]>();
  for (const store of [first, openStore()]) {
    startWorker(store, {
      pollMilliseconds: 20,
      async send({ eventId, ordering }) {
        const key = ordering?.key ?? "";
        sent.set(key, [...(sent.get(key) ?? []), eventId]);
        return resultOf(200, Date.now());
      },
    });
  }
  const keys = manyIds("k", 4);
  await Promise.all(
    keys.map(async (key) => {
      for (const eventId of manyIds(`${key}-`, 25)) {
        await first.enqueue([{ ...event(eventId, id), ordering: { key, onFailure: "block" } }]);
      }
    }),
  );
  await untilDelivered(first, 100);
  for (const key of keys) expect(sent.get(key)).toEqual(manyIds(`${key}-`, 25));
});

test("accepts concurrent events, however strict the default isolation level is", async () => {
  await openPool().query(
    `ALTER DATABASE store_${databases} SET default_transaction_isolation = 'serializable'`,
  );
  const store = openStore();
  await store.migrate();
  const { id } = await addEndpoint(store);
  const processes = [store, openStore(), openStore()];
  const ordering = { key: "page-1", onFailure: "skip" as const };
  const calls = manyIds("a", 20).flatMap((name) =>
    processes.map((process, index) => process.enqueue([{ ...event(`${name}-${index}`, id), ordering }])),
  );
  await Promise.all(calls);
  expect((await store.endpointStatistics(id, { since: 0 })).pending).toBe(60);
});

test("retries transactions that a serializing database rolls back, until they succeed once", {
  tags: ["night"],
}, async () => {
  await openPool().query(
    `ALTER DATABASE store_${databases} SET default_transaction_isolation = 'serializable'`,
  );
  let undone = 0;
  const openSerial = (): PostgresDeliveryStore => {
    const store = createPostgresDeliveryStore(
      serializingPool(openPool(), () => (undone += 1)),
      { notify: false },
    );
    stores.push(store);
    return store;
  };
  const first = openSerial();
  await first.migrate();
  const { id } = await addEndpoint(first);
  const sent: string[] = [];
  const processes = [first, openSerial(), openSerial()];
  for (const store of processes) {
    startWorker(store, {
      pollMilliseconds: 20,
      async send({ eventId }) {
        sent.push(eventId);
        return resultOf(200, Date.now());
      },
    });
  }
  await Promise.all(
    processes.flatMap((store, index) =>
      manyIds(`p${index}-`, 30).map((name) =>
        store.enqueue([{ ...event(name, id), ordering: { key: `k${index % 2}`, onFailure: "skip" } }]),
      ),
    ),
  );
  await untilDelivered(first, 90);
  expect(new Set(sent).size).toBe(90);
  expect(undone).toBeGreaterThan(0);
});

test("a poll that runs just before another one takes the deliveries is not left waiting", {
  // Shorter than the poll's wait.
  timeout: 20_000,
}, async () => {
  const other = openStore();
  await other.migrate();
  const { id } = await other.createEndpoint({ polling: true, eventTypes: [], secrets: [] });
  const pool = openPool();
  let isFirst = true;
  const store = createPostgresDeliveryStore({
    async connect() {
      const client = await pool.connect();
      return {
        async query(query, values) {
          const result = await client.query(query, values);
          if (isFirst && typeof query === "object" && query.name.endsWith("select_handed_out")) {
            isFirst = false;
            await addEvents(other, id, ["a1"]);
            await other.poll({ endpointId: id });
          }
          return result;
        },
        release: (destroy) => client.release(destroy),
        on: client.on.bind(client),
        off: client.off.bind(client),
      };
    },
  });
  stores.push(store);
  const { deliveries } = await store.poll({ endpointId: id, waitMilliseconds: 30_000 });
  expect(deliveries.map(({ eventId }) => eventId)).toEqual(["a1"]);
});

test("an event that is cleaned up and enqueued again at the same time keeps its body", async () => {
  const store = openStore();
  await store.migrate();
  const endpoints = await Promise.all(manyIds("e", 30).map((id) => addEndpoint(store, { id })));
  const retention = { deliveredMilliseconds: -1, failedMilliseconds: -1 };
  const clock = { now: Date.now, advance: () => {} };
  const enqueueing = new AbortController();
  const cleaner = (async () => {
    while (!enqueueing.signal.aborted) await store.removeExpired(retention);
  })();
  for (const { id } of endpoints) {
    await store.enqueue([event("shared", id)]);
    const held = await claim(store);
    expect(eventIds(held)).toEqual(["shared"]);
    await record(store, clock, held.deliveries, success);
  }
  enqueueing.abort();
  await cleaner;
});

test("a recovery that waits for the previous one counts only the remaining deliveries", async () => {
  const store = openStore();
  await store.migrate();
  const { id: endpointId } = await addEndpoint(store);
  await addEvents(store, endpointId, manyIds("a", 3), { expiresAt: 1 });
  startWorker(store, { pollMilliseconds: 100 });
  await expect
    .poll(async () => (await store.listDeliveries({ states: ["failed"] })).items.length, { interval: 10 })
    .toBe(3);
  const pool = openPool();
  await pool.query(
    `INSERT INTO webhooks.recoveries (endpoint, failed_since, per_second, status, total, next_at, created_at)
     SELECT seq, 0, 1, 'running', 3, 9e12, 0 FROM webhooks.endpoints`,
  );
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE webhooks.recoveries SET status = 'done'");
  await client.query("UPDATE webhooks.deliveries SET state = 'delivered', failure_reason = NULL");
  const starting = store.startRecovery({ endpointId, failedSince: 0 });
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 10 }).toBe(1);
  await client.query("COMMIT");
  client.release();
  expect(await starting).toMatchObject({ status: "running", total: 0 });
});

test("URLs and secrets are stored encrypted", async () => {
  const store = openStore({ secretBox: base64Box });
  await store.migrate();
  const url = "https://hooks.example.com/token";
  const { id } = await addEndpoint(store, { url, secrets: ["whsec_abc"] });
  const { rows } = await openPool().query("SELECT * FROM webhooks.endpoints");
  expect(JSON.stringify(rows)).not.toMatch(/hooks|whsec/);
  expect(await store.getEndpoint(id)).toMatchObject({ url, secrets: ["whsec_abc"] });
});

test("a query of the caller's reads the same endpoints as the store, in any schema", async () => {
  const pool = openPool();
  const store = openStore({ schema: "other", secretBox: base64Box });
  await store.migrate();
  for (const tenant of ["a", "b", "a"])
    await store.createEndpoint({ tenant, url: "https://a.example.com/1", eventTypes: ["*"], secrets: [] });
  const removed = await addEndpoint(store, { tenant: "a" });
  await store.deleteEndpoint(removed.id);
  const { joinedEndpoints } = store;
  const { rows } = await pool.query(
    `SELECT name, ${joinedEndpoints?.select("name")} AS endpoints FROM (VALUES ('a'), ('c')) AS tenants (name) ORDER BY name`,
  );
  expect(rows.map(({ endpoints }) => joinedEndpoints?.read(endpoints))).toEqual([
    (await store.listEndpoints({ tenant: "a" })).items,
    [],
  ]);
});

test("killing the server under load loses nothing, and concurrent calls reject as unavailable", {
  tags: ["night"],
  timeout: 120_000,
}, async () => {
  // The pool has no `error` listener: the store must handle errors of its connections.
  const pool = new Pool({ connectionString, max: 8 });
  pools.push(pool);
  const store = createPostgresDeliveryStore(pool);
  stores.push(store);
  await store.migrate();
  const { id } = await addEndpoint(store);
  startWorker(store, { pollMilliseconds: 20 });
  const accepted: string[] = [];
  const errors: unknown[] = [];
  const load = new AbortController();
  const loading = (async () => {
    for (let count = 0; !load.signal.aborted; count += 1) {
      await store.enqueue([event(`load-${count}`, id)]).then(
        () => accepted.push(`load-${count}`),
        (error: unknown) => errors.push(error),
      );
    }
  })();
  for (let strike = 0; strike < 3; strike += 1) {
    while (accepted.length < 20 * (strike + 1)) await delay(5);
    await server.kill();
    await server.start();
  }
  load.abort();
  await loading;
  for (const error of errors) expect(error).toMatchObject({ name: "DeliveryError", code: "unavailable" });
  expect(errors.length).toBeGreaterThan(0);
  // An enqueue may have been accepted even though its response was lost; enqueuing the same event again has
  // no effect.
  for (const eventId of accepted) expect(await store.getEvent({ id: eventId })).toBeDefined();
  await store.enqueue([event("after", id)]);
});

test("calls to a hanging server time out, and succeed again when it continues", {
  tags: ["night"],
}, async () => {
  const store = openStore({ connectTimeoutMilliseconds: 300, statementTimeoutMilliseconds: 300 });
  await store.migrate();
  const { id } = await addEndpoint(store);
  await server.freeze();
  try {
    const start = performance.now();
    const calls = manyIds("a", 12).map((eventId) => store.enqueue([event(eventId, id)]));
    const reads = manyIds("b", 12).map(() => store.getEndpoint(id));
    for (const result of await Promise.allSettled([...calls, ...reads, store.openLease(1_000)])) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    }
    expect(performance.now() - start).toBeLessThan(5_000);
    await store.close();
  } finally {
    server.thaw();
  }
  await store.enqueue([event("after", id)]);
  expect((await store.getEvent({ id: "after" }))?.id).toBe("after");
});

test("a server that is not listening yet is unavailable", async () => {
  const pool = new Pool({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
  const store = createPostgresDeliveryStore(pool);
  await expect(store.getEndpoint("a")).rejects.toMatchObject({ code: "unavailable" });
  await expect(store.migrate()).rejects.toMatchObject({ code: "unavailable" });
  await store.close();
  await pool.end();
});

test("a pool can be closed once its worker has stopped, whether the store was closed or not", async () => {
  const pool = new Pool({ connectionString, max: 4 });
  const store = createPostgresDeliveryStore(pool);
  await store.migrate();
  const worker = createDeliveryWorker({ store, send: () => Promise.resolve(resultOf(200, Date.now())) });
  worker.start();
  const listening =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
  while ((await pool.query(listening)).rowCount !== 1) await delay(5);
  await worker.stop();
  await pool.end();
  expect(pool.totalCount).toBe(0);
});

test("an unreachable node behind the server costs no connection and no retry", {
  tags: ["night"],
}, async () => {
  const pool = openPool();
  let opened = 0;
  pool.on("connect", () => {
    opened += 1;
  });
  const store = createPostgresDeliveryStore(pool);
  await store.migrate();
  await pool.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'connection to the node failed' USING ERRCODE = '08006'; END $$;
    CREATE TRIGGER node BEFORE INSERT ON webhooks.endpoints FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const before = opened;
  for (let tries = 0; tries < 5; tries += 1)
    await expect(addEndpoint(store)).rejects.toMatchObject({ code: "unavailable" });
  expect(opened).toBe(before);
  expect((await pool.query("SELECT last_value::int FROM tries")).rows).toEqual([{ last_value: 5 }]);
});

test("never compiles statements, on any connection of the pool", async () => {
  const pool = openPool();
  const store = createPostgresDeliveryStore(pool);
  await store.migrate();
  await Promise.all(manyIds("e", 8).map((id) => addEndpoint(store, { id })));
  const settings = await Promise.all(
    Array.from({ length: pool.totalCount }, async () => (await pool.query("SHOW jit")).rows[0]),
  );
  expect(new Set(settings.map(({ jit }) => jit))).toEqual(new Set(["off"]));
});

test("plans the statements of single events once per connection", async () => {
  const pool = new Pool({ connectionString, max: 1 });
  pools.push(pool);
  const store = createPostgresDeliveryStore(pool);
  await openStore({ notify: false }).migrate();
  const { id } = await addEndpoint(store);
  const leaseId = await store.openLease(60_000);
  const clock = createTestClock();
  for (const event of manyIds("a", 30)) {
    await addEvents(store, id, [event]);
    const { deliveries } = await claim(store, { leaseId });
    await record(store, clock, deliveries, success);
  }
  const { rows } = await pool.query(
    "SELECT name FROM pg_prepared_statements WHERE name LIKE 'webhooks%' AND custom_plans > 5",
  );
  expect(rows).toEqual([]);
});

test("finds, reports and sends due deliveries that claims miss", async () => {
  const store = openStore({ notify: false });
  await store.migrate();
  const seen = await addEndpoint(store, { id: "seen" });
  const { id } = await addEndpoint(store, { id: "unseen" });
  await addEvents(store, id, ["a1"]);
  await openPool().query("DELETE FROM webhooks.turns");
  await addEvents(store, seen.id, ["b1"]);
  expect(eventIds(await claim(store))).toEqual(["b1"]);
  const reported = Promise.withResolvers<unknown>();
  const sent = Promise.withResolvers<string>();
  const worker = createDeliveryWorker({
    store,
    send: ({ eventId }) => {
      sent.resolve(eventId);
      return Promise.resolve(resultOf(200, Date.now()));
    },
    onError: reported.resolve,
  });
  worker.start();
  expect(await reported.promise).toMatchObject({
    code: "deliveries_unseen",
    message: expect.stringContaining("1 endpoint(s) were missed by all workers (unseen)"),
  });
  expect(await sent.promise).toBe("a1");
  await worker.stop();
  expect(await store.findUnseen()).toEqual([]);
});
