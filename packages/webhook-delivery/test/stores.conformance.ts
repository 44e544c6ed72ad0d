import { DatabaseSync } from "node:sqlite";
import { createSqliteDeliveryStore } from "../src/sqlite.ts";
import { deliveryStoreCases } from "../src/testing/delivery-store-cases.ts";
import { createTestClock } from "../src/testing/kit/test-clock.ts";

/** The store that needs nothing but the runtime keeps its contract on it. */
export async function run(): Promise<void> {
  for (const { name, run: runCase } of deliveryStoreCases) {
    const clock = createTestClock();
    const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), { now: clock.now });
    await store.migrate();
    await runCase({ store, clock }).catch((cause: unknown) => {
      throw new Error(name, { cause });
    });
  }
}
