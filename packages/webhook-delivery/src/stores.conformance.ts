import { DatabaseSync } from "node:sqlite";
import { createMemoryDeliveryStore } from "./memory.ts";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/test-clock.ts";

/** The stores that need nothing but the runtime keep their contract on it. */
export async function run(): Promise<void> {
  const stores = {
    memory: (clock: () => number) => createMemoryDeliveryStore({ clock }),
    SQLite: (clock: () => number) => createSqliteDeliveryStore(new DatabaseSync(":memory:"), { clock }),
  };
  for (const [name, createStore] of Object.entries(stores)) {
    for (const { name: rule, run: runCase } of deliveryStoreCases) {
      const clock = createTestClock();
      const store = createStore(clock.now);
      await store.migrate();
      await runCase({ store, clock }).catch((cause: unknown) => {
        throw new Error(`${name}: ${rule}`, { cause });
      });
    }
  }
}
