import { DatabaseSync } from "node:sqlite";
import { createSqliteDeliveryStore } from "../src/sqlite.ts";
import { deliveryStoreCases } from "../src/testing/delivery-store-cases.ts";
import { createTestClock } from "../src/testing/kit/test-clock.ts";

/** Runs the contract of the SQLite store, which needs only the runtime. */
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
