import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/test-clock.ts";

describe("the store contract, SQLite", () => {
  test.for(deliveryStoreCases)("$name", async ({ run }) => {
    const clock = createTestClock();
    const database = new DatabaseSync(":memory:");
    const store = createSqliteDeliveryStore(database, { clock: clock.now });
    await store.migrate();
    await expect(run({ store, clock })).resolves.toBeUndefined();
    await store.close();
    database.close();
  });
});
