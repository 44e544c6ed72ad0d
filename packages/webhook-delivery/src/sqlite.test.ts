import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/kit/test-clock.ts";

describe.each([
  { name: "SQLite", options: {} },
  { name: "SQLite with integers as BigInt", options: { readBigInts: true } },
])("the store contract, $name", ({ options }) => {
  test.for(deliveryStoreCases)("$name", async ({ run }) => {
    const clock = createTestClock();
    const database = new DatabaseSync(":memory:", options);
    const store = createSqliteDeliveryStore(database, { now: clock.now });
    await store.migrate();
    await expect(run({ store, clock })).resolves.toBeUndefined();
    await store.close();
    database.close();
  });
});
