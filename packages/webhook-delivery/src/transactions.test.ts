import { createTestDatabase } from "@plugboard/test-postgres";
import Database from "better-sqlite3";
import { drizzle as drizzleSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";
import { sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPostgresDeliveryStore, type PostgresDeliveryStore } from "./postgres.ts";
import { createSqliteDeliveryStore, fromBetterSqlite3 } from "./sqlite.ts";
import type { DeliveryStore } from "./store/delivery-store.ts";
import { deliverDue } from "./worker/deliver-due.ts";

// Publishes inside transactions of other libraries: the event must be stored if and only if the caller's row
// is.

const eventOf = (id: string) => ({ id: `paid-${id}`, tenant: "acme", type: "order_paid", body: "{}" });
// The type OID of `void`, which functions such as `pg_notify` return, and which Prisma fails to read.
const voidType = 2278;
const refused = new Error("the bank refused");

async function createEndpoint(store: DeliveryStore): Promise<void> {
  const secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"];
  const eventTypes = ["order_paid"];
  await store.createEndpoint({ tenant: "acme", url: "https://customer.example/", eventTypes, secrets });
}

async function publishedIds(store: DeliveryStore): Promise<string[]> {
  return (await store.listDeliveries()).items.map(({ eventId }) => eventId);
}

describe("publishing in a transaction on better-sqlite3", () => {
  async function setUp() {
    const database = new Database(":memory:");
    onTestFinished(() => void database.close());
    database.exec("CREATE TABLE orders (id TEXT PRIMARY KEY)");
    const store = createSqliteDeliveryStore(fromBetterSqlite3(database));
    await store.migrate();
    await createEndpoint(store);
    const orders = () => database.prepare("SELECT id FROM orders").pluck().all();
    return { database, store, orders };
  }

  it("commits and rolls back with the caller's rows", async () => {
    const { database, store, orders } = await setUp();
    const pay = database.transaction((id: string, isRefused: boolean) => {
      database.prepare("INSERT INTO orders VALUES (?)").run(id);
      store.publishInTransaction([eventOf(id)]);
      if (isRefused) throw refused;
    });
    pay("one", false);
    expect(() => pay("two", true)).toThrow(refused);
    expect(orders()).toEqual(["one"]);
    expect(await publishedIds(store)).toEqual(["paid-one"]);
  });

  it("works with Drizzle, and the events are delivered", async () => {
    const { database, store, orders } = await setUp();
    const db = drizzleSqlite(database);
    const table = sqliteTable("orders", { id: sqliteText("id").primaryKey() });
    const pay = (id: string, isRefused: boolean) =>
      db.transaction((transaction) => {
        transaction.insert(table).values({ id }).run();
        store.publishInTransaction([eventOf(id)]);
        if (isRefused) throw refused;
      });
    pay("one", false);
    expect(() => pay("two", true)).toThrow(refused);
    expect(orders()).toEqual(["one"]);
    expect(await publishedIds(store)).toEqual(["paid-one"]);
    const send = async () => ({ startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 1 } });
    expect(await deliverDue({ store, send })).toBe(1);
    expect((await store.listDeliveries()).items).toMatchObject([{ state: "delivered" }]);
  });
});

describe("publishing in a transaction on PostgreSQL", () => {
  async function setUp() {
    const pool = new Pool({ connectionString: await createTestDatabase() });
    await pool.query("CREATE TABLE orders (id text PRIMARY KEY)");
    const store: PostgresDeliveryStore = createPostgresDeliveryStore(pool);
    onTestFinished(async () => {
      await store.close();
      await pool.end();
    });
    await store.migrate();
    await createEndpoint(store);
    const orders = async () => (await pool.query("SELECT id FROM orders")).rows.map(({ id }) => id);
    return { pool, store, orders };
  }

  it("works with Kysely", async () => {
    const { pool, store, orders } = await setUp();
    const db = new Kysely<{ orders: { id: string } }>({ dialect: new PostgresDialect({ pool }) });
    const pay = (id: string, isRefused: boolean) =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto("orders").values({ id }).execute();
        const query = async (sql: string, values: unknown[] = []) =>
          await transaction.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, values));
        await store.publishInTransaction({ query }, [eventOf(id)]);
        if (isRefused) throw refused;
      });
    await pay("one", false);
    await expect(pay("two", true)).rejects.toThrow(refused);
    expect(await orders()).toEqual(["one"]);
    expect(await publishedIds(store)).toEqual(["paid-one"]);
  });

  it("works with Drizzle", async () => {
    const { pool, store, orders } = await setUp();
    const table = pgTable("orders", { id: text("id").primaryKey() });
    const pay = async (id: string, isRefused: boolean) => {
      const client = await pool.connect();
      try {
        await drizzle(client).transaction(async (transaction) => {
          await transaction.insert(table).values({ id });
          await store.publishInTransaction(client, [eventOf(id)]);
          if (isRefused) throw refused;
        });
      } finally {
        client.release();
      }
    };
    await pay("one", false);
    await expect(pay("two", true)).rejects.toThrow(refused);
    expect(await orders()).toEqual(["one"]);
    expect(await publishedIds(store)).toEqual(["paid-one"]);
  });

  it("selects only columns that every library can read", async () => {
    const { pool, store } = await setUp();
    const voids: string[] = [];
    const client = await pool.connect();
    onTestFinished(() => client.release());
    const query = async (sql: string, values: unknown[] = []) => {
      const result = await client.query(sql, values);
      if (result.fields.some(({ dataTypeID }) => dataTypeID === voidType)) voids.push(sql);
      return result;
    };
    await client.query("BEGIN");
    const ordering = { key: "order", onFailure: "block" } as const;
    await store.publishInTransaction({ query }, [{ ...eventOf("one"), ordering }, eventOf("two")]);
    await client.query("COMMIT");
    expect(voids).toEqual([]);
  });
});
