import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createPostgresDeliveryStore,
  type PostgresDeliveryStore,
  type PostgresDeliveryStoreOptions,
} from "./postgres.ts";
import { createOwnSchema } from "./postgres/own-schema.fixture.ts";
import { addEndpoint, addEvents, claim, manyIds, resultOf } from "./testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./worker/delivery-worker.ts";

const groups = ["group_1", "group_2", "group_3"] as const;
type Group = (typeof groups)[number];

const closing: (() => Promise<unknown>)[] = [];
let database: string;
let admin: Pool;

beforeEach(async () => {
  database = await createTestDatabase("superuser");
  admin = openPool(database);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 8 });
  pool.on("error", () => {});
  closing.push(() => pool.end());
  return pool;
}

function openStore(
  connectionString: string,
  schema: Group,
  options: PostgresDeliveryStoreOptions = {},
): PostgresDeliveryStore {
  const store = createPostgresDeliveryStore(openPool(connectionString), { schema, ...options });
  closing.push(() => store.close());
  return store;
}

const list = async (sql: string): Promise<unknown[]> =>
  (await admin.query({ text: sql, rowMode: "array" })).rows.map((row) => row.join(" "));

test("groups in one database share no objects, rows or workers", async () => {
  const urls = {
    group_1: await createOwnSchema(database, "group_1"),
    group_2: await createOwnSchema(database, "group_2"),
    group_3: await createOwnSchema(database, "group_3"),
  };
  const sent: Record<Group, Set<string>> = { group_1: new Set(), group_2: new Set(), group_3: new Set() };
  const expected: Record<Group, string[]> = { group_1: [], group_2: [], group_3: [] };
  const startWorker = (group: Group): void => {
    const worker = createDeliveryWorker({
      store: openStore(urls[group], group),
      send: async ({ eventId }) => {
        sent[group].add(eventId);
        return resultOf(200, Date.now());
      },
      pollMilliseconds: 20,
    });
    worker.start();
    closing.push(() => worker.stop());
  };
  for (const group of groups) {
    const store = openStore(urls[group], group);
    await store.migrate();
    for (const tenant of ["a", "b"]) {
      const { id } = await addEndpoint(store, { id: tenant, tenant });
      const events = manyIds(`${group}-${tenant}-`, 15);
      expected[group].push(...events);
      await addEvents(store, id, events, { ordering: { key: "page", onFailure: "skip" } });
    }
  }
  // A worker of the first group dies with claimed deliveries: only its own group takes them over.
  const gone = openStore(urls.group_1, "group_1");
  const held = await claim(gone, { leaseId: await gone.openLease(500), limit: 20 });
  expect(held.deliveries.length).toBeGreaterThan(0);
  for (const group of groups) startWorker(group);
  for (const group of groups) {
    await expect
      .poll(() => [...sent[group]].toSorted(), { timeout: 20_000 })
      .toEqual(expected[group].toSorted());
  }

  const own = groups.map((group) => `'${group}'`).join(", ");
  const of = (group: Group) =>
    list(
      `SELECT relname, relkind FROM pg_class WHERE relnamespace = '${group}'::regnamespace ORDER BY relname`,
    );
  const [first = [], ...others] = await Promise.all(groups.map(of));
  expect(first.length).toBeGreaterThan(30);
  for (const other of others) expect(other).toEqual(first);
  const elsewhere = "nspname !~ '^(pg_|information_schema)'";
  expect(
    await list(`SELECT nspname, relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE ${elsewhere} AND nspname NOT IN (${own})
      UNION ALL SELECT nspname, proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace WHERE ${elsewhere}
      UNION ALL SELECT 'trigger', tgname FROM pg_trigger
      UNION ALL SELECT 'foreign key', conname FROM pg_constraint WHERE contype = 'f'`),
  ).toEqual([]);
  // Dependencies of every object, such as an index or a default, stay in its schema.
  expect(
    await list(`SELECT one.relname, other.relname FROM pg_depend JOIN pg_class one ON one.oid = objid
      JOIN pg_class other ON other.oid = refobjid
      WHERE one.relnamespace <> other.relnamespace AND one.relnamespace::regnamespace::text IN (${own})`),
  ).toEqual([]);
});

test("stores of several groups share a pool without sharing prepared statements", async () => {
  const stores = groups.map((schema) => createPostgresDeliveryStore(admin, { schema }));
  closing.push(() => Promise.all(stores.map((store) => store.close())));
  for (const [index, store] of stores.entries()) {
    await store.migrate();
    const { id } = await addEndpoint(store, { id: "e" });
    await addEvents(store, id, manyIds("v", index + 1));
  }
  const counts: number[] = [];
  for (const store of stores) counts.push((await claim(store)).deliveries.length);
  expect(counts).toEqual([1, 2, 3]);
});

test("groups have separate notifications and locks", async () => {
  const [first, second] = [openStore(database, "group_1"), openStore(database, "group_2")];
  for (const store of [first, second]) {
    await store.migrate();
    await addEndpoint(store, { id: "e" });
  }
  const heard: string[] = [];
  const listener = await admin.connect();
  listener.on("notification", ({ channel }) => heard.push(channel));
  for (const group of ["group_1", "group_2"]) await listener.query(`LISTEN "${group}.deliveries"`);

  const event = { type: "invoice.paid", body: "{}", endpointIds: ["e"] };
  const ordering = { key: "page", onFailure: "skip" as const };
  const open = await admin.connect();
  await open.query("BEGIN");
  await first.enqueueInTransaction(open, [{ ...event, id: "one", ordering }]);
  // The same endpoint number and key, while the other group's lock is held.
  await second.enqueue([{ ...event, id: "two", ordering }]);
  await open.query("COMMIT");
  await expect.poll(() => heard).toEqual(["group_2.deliveries", "group_1.deliveries"]);
  open.release();
  listener.release(true);
});

test.skipIf(spawnSync("psql", ["--version"]).status !== 0)(
  "the script in OPERATING.md moves a group to another database",
  async () => {
    const target = await createTestDatabase();
    const source = openStore(database, "group_1");
    await source.migrate();
    const { id } = await addEndpoint(source, { tenant: "acme" });
    await addEvents(source, id, manyIds("v", 5), { body: '{"text":"line\\nbreak"}' });
    const moved = openStore(target, "group_1");
    await moved.migrate();

    const guide = await readFile(new URL("../OPERATING.md", import.meta.url), "utf8");
    const [, script = ""] = /### Moving a group[^]*?```sh\n([^]*?)```/.exec(guide) ?? [];
    await promisify(execFile)("bash", ["-c", script], {
      env: { ...process.env, OLD: database, NEW: target, GROUP: "group_1" },
    });

    expect((await moved.listDeliveries({})).items).toEqual((await source.listDeliveries({})).items);
    await addEvents(moved, id, ["later"]);
    expect((await claim(moved)).deliveries.map(({ eventId }) => eventId)).toEqual([
      ...manyIds("v", 5),
      "later",
    ]);
  },
);

test.each(["", "Group", "group-1", "pg_group", "1st", 'a"; DROP SCHEMA b', "g".repeat(33)])(
  "rejects the schema %j",
  (schema) => {
    expect(() => createPostgresDeliveryStore(admin, { schema })).toThrow(
      expect.objectContaining({ code: "invalid_option" }),
    );
  },
);
