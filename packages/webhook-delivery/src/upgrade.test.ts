import { DatabaseSync } from "node:sqlite";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import type { DeliveryStore } from "./store/delivery-store.ts";
import { createPostgresDeliveryStore } from "./postgres.ts";
import { migratePostgres } from "./postgres/migrate.ts";
import { migrations as postgresMigrations } from "./postgres/schema.ts";
import { openPostgresSession } from "./postgres/session.ts";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import { migrateSqlite, migrations as sqliteMigrations } from "./sqlite/schema.ts";
import { openSqliteSession } from "./sqlite/session.ts";
import { addEndpoint, addEvents, base64Box, claim, eventIds } from "./testing/kit/store-kit.ts";

/** A database and a later version of its tables. */
interface Upgrade {
  readonly store: DeliveryStore;
  /** Runs the schema's steps, and one that adds the column `note` to events. */
  readonly upgrade: () => Promise<void>;
  readonly readNotes: () => Promise<unknown[]>;
  readonly close: () => Promise<void>;
}

const options = { secretBox: base64Box, now: Date.now };
const addNote = (table: string): string[] => [
  `ALTER TABLE ${table} ADD COLUMN note text NOT NULL DEFAULT ''`,
  `UPDATE ${table} SET note = type || note || '!'`,
];

async function openSqlite(): Promise<Upgrade> {
  const database = new DatabaseSync(":memory:");
  const sql = addNote("webhook_events").join(";");
  const steps = [...sqliteMigrations, { version: sqliteMigrations.length + 1, sql }];
  return {
    store: createSqliteDeliveryStore(database, options),
    upgrade: () => migrateSqlite(openSqliteSession(database, { ...options, exclusive: false }), steps),
    readNotes: async () => database.prepare("SELECT note FROM webhook_events").all(),
    close: async () => database.close(),
  };
}

async function openPostgres(): Promise<Upgrade> {
  const pool = new Pool({ connectionString: await createTestDatabase() });
  pool.on("error", () => {});
  const session = openPostgresSession(pool, {
    ...options,
    schema: "webhooks",
    lastingConnections: true,
    skipLocked: true,
    advisoryLocks: true,
    connectTimeoutMilliseconds: Infinity,
    statementTimeoutMilliseconds: Infinity,
  });
  const statements = addNote("webhooks.events");
  const steps = [...postgresMigrations, { version: postgresMigrations.length + 1, statements }];
  return {
    store: createPostgresDeliveryStore(pool, options),
    upgrade: () => migratePostgres(session, steps),
    readNotes: async () => (await pool.query("SELECT note FROM webhooks.events")).rows,
    close: () => pool.end(),
  };
}

describe.each([
  { name: "SQLite", open: openSqlite },
  { name: "PostgreSQL", open: openPostgres },
])("tables of an older version, $name", ({ open }) => {
  test("runs later steps once, on existing rows, and an older package then rejects the tables", async () => {
    const { store, upgrade, readNotes, close } = await open();
    await store.migrate();
    await store.migrate();
    const { id } = await addEndpoint(store);
    await addEvents(store, id, ["a1"]);
    await Promise.all([upgrade(), upgrade()]);
    await upgrade();
    expect(await readNotes()).toEqual([{ note: "invoice.paid!" }]);
    expect(eventIds(await claim(store))).toEqual(["a1"]);
    await expect(store.migrate()).rejects.toMatchObject({ code: "schema_too_new" });
    await close();
  });
});
