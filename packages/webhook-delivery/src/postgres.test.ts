import {
  createTestDatabase,
  createTransactionPooler,
  hasPgBouncer,
  type PgBouncer,
  startPgBouncer,
} from "@plugboard/test-postgres";
import { Pool, types } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPostgresDeliveryStore, type PostgresPool } from "./postgres.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/kit/test-clock.ts";

let pool: Pool;
let bigIntPool: Pool;
let bouncer: PgBouncer | undefined;
let bouncedPool: Pool | undefined;

// As an application sets it that keeps 64-bit integers exact.
const bigIntTypes: typeof types = {
  ...types,
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format)),
};

beforeAll(async () => {
  const connectionString = await createTestDatabase();
  pool = new Pool({ connectionString, max: 12 });
  bigIntPool = new Pool({ connectionString, max: 12, types: bigIntTypes });
  if (!hasPgBouncer()) return;
  bouncer = await startPgBouncer(connectionString);
  bouncedPool = new Pool({ connectionString: bouncer.url, max: 12 });
});

afterAll(async () => {
  await bouncedPool?.end();
  await bouncer?.close();
  await pool.end();
  await bigIntPool.end();
});

const tables =
  "endpoints tenants turns events deliveries attempts leases notices recoveries endpoint_hours".split(" ");

describe.each([
  { name: "PostgreSQL", notify: true, connect: (): PostgresPool => pool },
  {
    name: "PostgreSQL with 64-bit integers as BigInt",
    notify: true,
    connect: (): PostgresPool => bigIntPool,
  },
  {
    name: "PostgreSQL behind a pooler in transaction mode",
    notify: false,
    // Only where the real one is not installed.
    skip: hasPgBouncer(),
    connect: (): PostgresPool => createTransactionPooler(pool),
  },
  {
    name: "PostgreSQL behind a real PgBouncer",
    notify: false,
    skip: !hasPgBouncer(),
    connect: (): PostgresPool => bouncedPool ?? pool,
  },
  {
    name: "a database without SKIP LOCKED, LISTEN and prepared statements",
    notify: false,
    skipLocked: false,
    connect: (): PostgresPool => pool,
  },
])("the store contract, $name", ({ notify, skipLocked, skip = false, connect }) => {
  test.skipIf(skip).for(deliveryStoreCases)("$name", async ({ run }) => {
    const clock = createTestClock();
    const store = createPostgresDeliveryStore(connect(), { now: clock.now, notify, skipLocked });
    await store.migrate();
    await pool.query(tables.map((table) => `DELETE FROM webhooks.${table}`).join(";"));
    await expect(run({ store, clock })).resolves.toBeUndefined();
    await store.close();
  });
});
