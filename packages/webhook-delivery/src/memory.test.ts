import { describe, expect, test } from "vitest";
import { createMemoryDeliveryStore } from "./memory.ts";
import { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
import { createTestClock } from "./testing/test-clock.ts";

describe("the store contract, memory", () => {
  test.for(deliveryStoreCases)("$name", async ({ run }) => {
    const clock = createTestClock();
    const store = createMemoryDeliveryStore({ clock: clock.now });
    await store.migrate();
    await expect(run({ store, clock })).resolves.toBeUndefined();
    await store.close();
  });
});
