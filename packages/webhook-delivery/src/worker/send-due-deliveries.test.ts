import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { createTestClock } from "../testing/test-clock.ts";
import type { Send } from "./delivery-worker-options.ts";
import { sendDueDeliveries } from "./send-due-deliveries.ts";

describe("sendDueDeliveries", () => {
  it("sends what is due, and what failed when its time has come", async () => {
    const { now, advance } = createTestClock();
    const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), { now });
    await store.migrate();
    const url = "https://hooks.example.com";
    const endpoint = await store.createEndpoint({ url, eventTypes: [], secrets: [] });
    const ids = Array.from({ length: 100 }, (_, index) => `evt_${index}`);
    await store.enqueue(ids.map((id) => ({ id, type: "t", body: "{}", endpointIds: [endpoint.id] })));
    let status = 500;
    const send: Send = async () => ({ startedAt: now(), status, requestHeaders: {}, timings: { total: 0 } });
    const sendDue = () => sendDueDeliveries({ store, send, now, perEndpoint: 3, random: () => 0 });
    const [id = ""] = (await store.listDeliveries()).items.map((delivery) => delivery.id);

    const first = await sendDue();
    expect(first).toBeGreaterThan(0);
    expect(await sendDue()).toBe(0);
    status = 200;
    // The circuit of the endpoint opened: it lets attempts through again in steps.
    for (let hour = 0; hour < 24; hour += 1) {
      advance(3_600_000);
      await sendDue();
    }
    expect((await store.listDeliveries({ states: ["delivered"] })).items).toHaveLength(100);
    expect((await store.getDelivery(id))?.attempts).toBeLessThanOrEqual(2);
    await store.close();
  });
});
