import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createSecretBox } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createWebhookSender, deliverDue } from "@plugboard/webhook-delivery";
import type { AttackReport } from "./attack-report.ts";

const hour = 3_600_000;

/**
 * Changes the clock while deliveries fail and wait. All of them must arrive soon after the clock is correct
 * again.
 */
export async function jumpClocks(deliveries: number): Promise<AttackReport> {
  const clock = { ahead: 0 };
  const realNow = Date.now;
  let failing = true;
  const arrived = new Set<string>();
  const receiver = createServer((request, response) => {
    if (!failing) arrived.add(String(request.headers["webhook-id"]));
    response.writeHead(failing ? 503 : 200).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
  const secretBox = createSecretBox(createHash("sha256").update("clock").digest());
  const storage = await openSqliteStorage({ folder: ":memory:", secretBox });
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  const { deliveryStore: store } = storage;
  const send = sender.deliver;
  Date.now = () => realNow() + clock.ahead;
  try {
    const endpoint = await store.createEndpoint({
      url: `http://127.0.0.1:${address.port}/`,
      eventTypes: ["clock"],
      secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
    });
    const jumps = [0, 2 * hour, -2 * hour, 0];
    for (const [step, ahead] of jumps.entries()) {
      clock.ahead = ahead;
      const part = Math.ceil(deliveries / jumps.length);
      await store.enqueue(
        Array.from({ length: part }, (_item, index) => ({
          id: `evt_${step}_${index}`,
          type: "clock",
          body: "{}",
          endpointIds: [endpoint.id],
        })),
      );
      await deliverDue({ store, send, concurrency: 8 });
    }
    failing = false;
    const all = Math.ceil(deliveries / jumps.length) * jumps.length;
    const start = performance.now();
    // Close the circuit manually: this attack is about due times.
    while (arrived.size < all && performance.now() - start < 15_000) {
      await store.enableEndpoint(endpoint.id);
      await delay(50);
      await deliverDue({ store, send, concurrency: 8 });
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const breaches = arrived.size < all ? [`${all - arrived.size} of ${all} deliveries did not arrive`] : [];
    return { name: "clock jumps of two hours", cases: all, breaches, figures: `all after ${seconds} s` };
  } finally {
    Date.now = realNow;
    await sender.close();
    await storage.close();
    receiver.close();
  }
}
