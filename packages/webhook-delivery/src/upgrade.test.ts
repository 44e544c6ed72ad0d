import { DatabaseSync } from "node:sqlite";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import type { DeliveryStore } from "./store/delivery-store.ts";
import { createPostgresDeliveryStore } from "./postgres.ts";
import { migratePostgres } from "./postgres/migrate.ts";
import { openPostgresSession } from "./postgres/session.ts";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import { migrateSqlite } from "./sqlite/schema.ts";
import { openSqliteSession } from "./sqlite/session.ts";
import { base64Box, claim } from "./testing/kit/store-kit.ts";

/** A database with the tables of an older version, and rows that version wrote. */
interface OldDatabase {
  readonly store: DeliveryStore;
  /** Runs statements; `table_` comes before each table's name. */
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const options = { secretBox: base64Box, now: Date.now };
const postgresOptions = {
  ...options,
  schema: "webhooks",
  lastingConnections: true,
  skipLocked: true,
  advisoryLocks: true,
  connectTimeoutMilliseconds: Infinity,
  statementTimeoutMilliseconds: Infinity,
};

async function openOldSqlite(version: number): Promise<OldDatabase> {
  const database = new DatabaseSync(":memory:");
  await migrateSqlite(openSqliteSession(database, options), version);
  return {
    store: createSqliteDeliveryStore(database, options),
    run: async (sql) => database.exec(sql.replaceAll("table_", "webhook_")),
    close: async () => database.close(),
  };
}

async function openOldPostgres(version: number): Promise<OldDatabase> {
  const pool = new Pool({ connectionString: await createTestDatabase() });
  pool.on("error", () => {});
  await migratePostgres(openPostgresSession(pool, postgresOptions), version);
  return {
    store: createPostgresDeliveryStore(pool, options),
    run: (sql) => pool.query(sql.replaceAll("table_", "webhooks.")),
    close: () => pool.end(),
  };
}

const sealed = base64Box.seal('["whsec_c2VjcmV0"]');
const endpoint = (seq: number, tenant: string, status: string) =>
  `INSERT INTO table_endpoints (id, tenant, url, event_types, secrets, kind, metadata, status, created_at, updated_at)
   VALUES ('e${seq}', '${tenant}', 'https://hooks.example.com/${seq}', '[]', '${sealed}', 'webhook', '{}', '${status}', 1, 1);`;
const event = (seq: number) =>
  `INSERT INTO table_events (id, type, body, created_at) VALUES ('v${seq}', 'page_feedback', '"${seq}"', 1);`;
const delivery = (ofEvent: number, to: number, ready: string) =>
  `INSERT INTO table_deliveries (event, endpoint, state, ready, due_at, created_at)
   VALUES (${ofEvent}, ${to}, 'scheduled', ${ready}, 1, 1);`;

describe.each([
  { name: "SQLite", open: openOldSqlite, yes: "1" },
  { name: "PostgreSQL", open: openOldPostgres, yes: "true" },
])("tables of an older version, $name", ({ open, yes }) => {
  test("of recoveries that run at one endpoint in tables of version 1, the first goes on", async () => {
    const { store, run, close } = await open(1);
    const recovery = (of: number, status: string) =>
      `INSERT INTO table_recoveries (endpoint, failed_since, per_second, status, total, next_at, created_at)
       VALUES (${of}, 0, 1, '${status}', 0, 0, 1);`;
    await run(endpoint(1, "acme", "active") + endpoint(2, "acme", "active"));
    await run(recovery(1, "done") + recovery(1, "running") + recovery(2, "running"));
    await run(recovery(1, "running"));
    await store.migrate();
    const statuses = async (id: string) => (await store.listRecoveries(id)).map(({ status }) => status);
    expect(await statuses("e1")).toEqual(["canceled", "running", "done"]);
    expect(await statuses("e2")).toEqual(["running"]);
    await close();
  });

  test("endpoints, events and deliveries of version 2 are kept: paused ones held, events parted by tenant", async () => {
    const { store, run, close } = await open(2);
    await run(endpoint(1, "acme", "active") + endpoint(2, "rival", "active") + endpoint(3, "acme", "paused"));
    await run(event(1) + event(2) + event(3));
    await run(delivery(1, 1, yes) + delivery(1, 2, yes));
    await run(delivery(2, 2, yes) + delivery(3, 3, yes));
    await store.migrate();
    expect(await store.getEndpoint("e3")).toMatchObject({
      url: "https://hooks.example.com/3",
      secrets: ["whsec_c2VjcmV0"],
      status: "active",
      holds: ["paused"],
    });
    for (const key of [
      { id: "v1", tenant: "acme" },
      { id: "v1", tenant: "rival" },
      { id: "v2", tenant: "rival" },
      { id: "v3", tenant: "acme" },
    ]) {
      expect(await store.getEvent(key)).toMatchObject({ ...key, metadata: {} });
    }
    const sent = async () =>
      (await claim(store)).deliveries
        .map(({ endpointId, eventId, body }) => `${endpointId} ${eventId} ${body}`)
        .toSorted();
    expect(await sent()).toEqual(['e1 v1 "1"', 'e2 v1 "1"', 'e2 v2 "2"']);
    await store.clearHold({ endpointId: "e3" }, "paused");
    expect(await sent()).toEqual(['e3 v3 "3"']);
    await close();
  });
});
