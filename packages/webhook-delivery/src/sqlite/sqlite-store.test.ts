import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteDeliveryStore, type SqliteDeliveryStore } from "../sqlite.ts";
import {
  addEndpoint,
  addEvents,
  base64Box,
  claim,
  claimOne,
  eventIds,
  manyIds,
  record,
  resultOf,
  success,
} from "../testing/kit/store-kit.ts";
import { createDeliveryWorker } from "../worker/delivery-worker.ts";
import { createTestClock } from "../testing/kit/test-clock.ts";

let folder: string;
let database: DatabaseSync;
let store: SqliteDeliveryStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "delivery-"));
  database = new DatabaseSync(join(folder, "a.db"));
  store = createSqliteDeliveryStore(database);
  await store.migrate();
});

afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const event = (id: string, endpointId: string) => ({
  id,
  type: "invoice.paid",
  body: "{}",
  endpointIds: [endpointId],
});

test("events enqueued in the caller's transaction commit, and roll back, with the caller's rows", async () => {
  const { id } = await addEndpoint(store);
  database.exec("CREATE TABLE pages (id TEXT)");
  database.exec("BEGIN");
  database.exec("INSERT INTO pages VALUES ('lost')");
  store.enqueueInTransaction([event("lost", id)]);
  database.exec("ROLLBACK");
  database.exec("BEGIN");
  database.exec("INSERT INTO pages VALUES ('kept')");
  const [enqueued] = store.enqueueInTransaction([event("kept", id)]);
  database.exec("COMMIT");
  expect(enqueued?.deliveries).toHaveLength(1);
  expect(database.prepare("SELECT id FROM pages").all()).toEqual([{ id: "kept" }]);
  expect(eventIds(await claim(store))).toEqual(["kept"]);
});

test("events published in the caller's transaction reach endpoints that were created in it, and roll back with it", async () => {
  await addEndpoint(store, { eventTypes: ["invoice.paid"] });
  const published = { id: "a1", type: "invoice.paid", body: "{}" };
  expect(() => store.publishInTransaction([published])).toThrow(
    expect.objectContaining({ code: "no_transaction" }),
  );
  database.exec("BEGIN");
  expect(store.publishInTransaction([{ ...published, id: "lost" }])[0]?.deliveries).toHaveLength(1);
  database.exec("ROLLBACK");
  database.exec("BEGIN");
  expect(store.publishInTransaction([published])[0]?.deliveries).toHaveLength(1);
  database.exec("COMMIT");
  expect(eventIds(await claim(store))).toEqual(["a1"]);
});

test("calls listeners after the caller's transaction commits, not before", async () => {
  const { id } = await addEndpoint(store);
  const calls: string[] = [];
  store.watch(() => calls.push("woken"));
  database.exec("BEGIN");
  store.enqueueInTransaction([event("a1", id)]);
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(calls).toEqual([]);
  database.exec("COMMIT");
  while (calls.length === 0) await setImmediate();
  expect(eventIds(await claim(store))).toEqual(["a1"]);
});

test("enqueuing in a transaction requires an open one and valid events", async () => {
  const { id } = await addEndpoint(store);
  expect(() => store.enqueueInTransaction([event("a1", id)])).toThrow(
    expect.objectContaining({ code: "no_transaction" }),
  );
  database.exec("BEGIN");
  expect(() => store.enqueueInTransaction([event("", id)])).toThrow(
    expect.objectContaining({ code: "invalid_event" }),
  );
  database.exec("ROLLBACK");
});

test("a transaction that the owner keeps open never includes the store's own statements", async () => {
  const { id } = await addEndpoint(store);
  database.exec("BEGIN");
  const enqueued = store.enqueue([event("a1", id)]);
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  database.exec("ROLLBACK");
  await enqueued;
  expect((await store.getEvent({ id: "a1" }))?.id).toBe("a1");
});

test("a claim takes at most 128 deliveries, and says that more are due", async () => {
  for (let number = 0; number < 3; number += 1) {
    const { id } = await addEndpoint(store);
    await addEvents(store, id, manyIds(`${number}-`, 100));
  }
  const counts: number[] = [];
  for (let more = "now"; more === "now"; ) {
    const claimed = await claim(store, { limit: 1000, roomOf: () => 1000 });
    counts.push(claimed.deliveries.length);
    ({ more } = claimed);
  }
  expect(counts).toEqual([128, 128, 44]);
});

test("two connections share the work and the schema", async () => {
  const other = new DatabaseSync(join(folder, "a.db"));
  const otherStore = createSqliteDeliveryStore(other);
  await Promise.all([store.migrate(), otherStore.migrate()]);
  const { id } = await addEndpoint(store);
  await addEvents(otherStore, id, manyIds("a", 20));
  const one = eventIds(await claim(store, { limit: 8 }));
  const two = eventIds(await claim(otherStore));
  expect([...one, ...two].toSorted()).toEqual(manyIds("a", 20).toSorted());
  other.close();
});

test("a waiting poll returns deliveries that a poll of another process took in the meantime", {
  // Shorter than the poll's wait.
  timeout: 20_000,
}, async () => {
  const { id } = await store.createEndpoint({ polling: true, eventTypes: [], secrets: [] });
  const waiting = store.poll({ endpointId: id, waitMilliseconds: 30_000 });
  const connection = new DatabaseSync(join(folder, "a.db"));
  const other = createSqliteDeliveryStore(connection);
  await addEvents(other, id, ["a1"]);
  await other.poll({ endpointId: id });
  expect((await waiting).deliveries.map(({ eventId }) => eventId)).toEqual(["a1"]);
  await other.close();
  connection.close();
});

test("URLs and secrets are stored encrypted", async () => {
  const encrypted = createSqliteDeliveryStore(database, { secretBox: base64Box });
  const url = "https://hooks.example.com/token";
  const created = await addEndpoint(encrypted, { url, secrets: ["whsec_abc"] });
  expect(JSON.stringify(database.prepare("SELECT * FROM webhook_endpoints").get())).not.toMatch(
    /hooks|whsec/,
  );
  expect(await encrypted.getEndpoint(created.id)).toMatchObject({ url, secrets: ["whsec_abc"] });
  await addEvents(encrypted, created.id, ["a1"]);
  const { endpoints } = await claim(encrypted);
  expect(endpoints.get(created.id)?.secrets).toEqual(["whsec_abc"]);
});

test("syncs every commit to disk, except for claims", async () => {
  await claim(store);
  expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("does not touch tables of a newer version", async () => {
  database.exec("INSERT INTO webhook_migrations VALUES (99, 0)");
  await expect(store.migrate()).rejects.toMatchObject({ code: "schema_too_new" });
});

test("does not record an outcome that cannot be synced to disk", async () => {
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["a1"]);
  const claimed = [await claimOne(store)];
  await rm(join(folder, "a.db-wal"));
  // The log file opened by the first store still exists.
  const other = createSqliteDeliveryStore(database);
  await expect(record(other, createTestClock(), claimed, success)).rejects.toMatchObject({ code: "ENOENT" });
  expect((await store.listDeliveries({ states: ["sending"] })).items).toHaveLength(1);
});

test("records outcomes in an in-memory database", async () => {
  const memory = createSqliteDeliveryStore(new DatabaseSync(":memory:"));
  await memory.migrate();
  const { id } = await addEndpoint(memory);
  await addEvents(memory, id, ["a1"]);
  await record(memory, createTestClock(), [await claimOne(memory)], success);
  expect((await memory.listDeliveries({ states: ["delivered"] })).items).toHaveLength(1);
});

test("a process with exclusive access takes over all leases at its start", async () => {
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["a1"]);
  const leaseId = await store.openLease(3_600_000);
  expect(eventIds(await claim(store, { leaseId }))).toEqual(["a1"]);
  const next = createSqliteDeliveryStore(database, { exclusive: true });
  await next.migrate();
  expect(await next.renewLease(leaseId, 1)).toBeUndefined();
  expect(eventIds(await claim(next))).toEqual(["a1"]);
  await next.close();
});

test("the cleaner updates the statistics of SQLite", async () => {
  const { id } = await addEndpoint(store);
  await addEvents(store, id, manyIds("a", 200));
  while (await store.removeExpired({ deliveredMilliseconds: 1e9, failedMilliseconds: 1e9 }));
  const analyzed = database.prepare("SELECT DISTINCT tbl FROM sqlite_stat1").all();
  expect(analyzed.map(({ tbl }) => tbl)).toContain("webhook_deliveries");
});

test("finds, reports and sends due deliveries that claims miss", async () => {
  const seen = await addEndpoint(store, { id: "seen" });
  const { id } = await addEndpoint(store, { id: "unseen" });
  await addEvents(store, id, ["a1"]);
  database.exec("DELETE FROM webhook_turns");
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
