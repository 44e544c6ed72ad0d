import {
  atNight,
  createTestDatabase,
  createTransactionPooler,
  hasPgBouncer,
  type PgBouncer,
  startPgBouncer,
} from "@plugboard/test-postgres";
import { Pool, types } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPostgresDeliveryStore,
  type PostgresDeliveryStoreOptions,
  type PostgresPool,
} from "./postgres.ts";
import { leastFeatures } from "./postgres/least-features.fixture.ts";
import { createOwnSchema } from "./postgres/own-schema.fixture.ts";
import { serializingPool } from "./postgres/serializing-pool.fixture.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/kit/test-clock.ts";

let pool: Pool;
let bigIntPool: Pool;
let bouncer: PgBouncer | undefined;
let bouncedPool: Pool | undefined;
let ownPool: Pool;
let serialPool: Pool;

// For applications that read 64-bit integers as BigInt.
const bigIntTypes: typeof types = {
  ...types,
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format)),
};

beforeAll(async () => {
  // A superuser, because the tests create roles for other schemas.
  const connectionString = await createTestDatabase("superuser");
  pool = new Pool({ connectionString, max: 12 });
  bigIntPool = new Pool({ connectionString, max: 12, types: bigIntTypes });
  ownPool = new Pool({ connectionString: await createOwnSchema(connectionString, "group_1"), max: 12 });
  const serial = await createTestDatabase();
  const connection = new Pool({ connectionString: serial });
  await connection.query(
    `ALTER DATABASE ${new URL(serial).pathname.slice(1)} SET default_transaction_isolation = 'serializable'`,
  );
  await connection.end();
  serialPool = new Pool({ connectionString: serial, max: 12 });
  if (!hasPgBouncer()) return;
  bouncer = await startPgBouncer(connectionString);
  bouncedPool = new Pool({ connectionString: bouncer.url, max: 12 });
});

afterAll(async () => {
  await bouncedPool?.end();
  await bouncer?.close();
  await pool.end();
  await bigIntPool.end();
  await ownPool.end();
  await serialPool.end();
});

const tables =
  "endpoints tenants turns events deliveries attempts leases notices recoveries endpoint_hours".split(" ");

interface Variant {
  readonly name: string;
  readonly notify: boolean;
  readonly without?: typeof leastFeatures & { readonly schema: string };
  readonly skip?: boolean;
  readonly connect: () => PostgresPool;
}

const variants: readonly Variant[] = [
  {
    name: "PostgreSQL with 64-bit integers as BigInt",
    notify: true,
    connect: () => bigIntPool,
  },
  {
    name: "PostgreSQL behind a pooler in transaction mode",
    notify: false,
    // A replacement, used only if the real one isn't installed.
    skip: hasPgBouncer(),
    connect: () => createTransactionPooler(pool),
  },
  {
    name: "PostgreSQL behind a real PgBouncer",
    notify: false,
    skip: !hasPgBouncer(),
    connect: () => bouncedPool ?? pool,
  },
  {
    name: "a database that serializes all transactions",
    notify: true,
    connect: () => serializingPool(serialPool),
  },
];

describe.each<Variant>([
  { name: "PostgreSQL", notify: true, connect: () => pool },
  {
    name: "a database without SKIP LOCKED, LISTEN, advisory locks and prepared statements, for a role with one schema",
    notify: leastFeatures.notify,
    without: { ...leastFeatures, schema: "group_1" },
    connect: () => ownPool,
  },
  ...atNight(...variants),
])("the store contract, $name", ({ notify, without, skip = false, connect }) => {
  test.skipIf(skip).for(deliveryStoreCases)("$name", async ({ run }) => {
    const clock = createTestClock();
    const used = connect();
    const options: PostgresDeliveryStoreOptions = { now: clock.now, notify, ...without };
    const store = createPostgresDeliveryStore(used, options);
    await store.migrate();
    const client = await used.connect();
    await client.query(
      tables.map((table) => `DELETE FROM ${options.schema ?? "webhooks"}.${table}`).join(";"),
    );
    client.release();
    await expect(run({ store, clock })).resolves.toBeUndefined();
    await store.close();
  });
});
