import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { secret } from "./delivery-contender.ts";
import type { DeliveryReceiver } from "./delivery-receiver.ts";
import { steadyLoad } from "./steady-load.ts";

/** A steady load on this package with SQLite. */
export interface Load {
  /** The URLs of the endpoints, which receive events in turn. */
  readonly urls: readonly string[];
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

/** Enqueues events at a steady rate, one per call, and returns how long each took to arrive (ms). */
export async function measureLatencies(receiver: DeliveryReceiver, load: Load): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const database = new DatabaseSync(join(folder, "deliveries.db"));
  const store = createSqliteDeliveryStore(database);
  await store.migrate();
  const endpoints = await Promise.all(
    load.urls.map((url) => store.createEndpoint({ url, eventTypes: [], secrets: [secret] })),
  );
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  const worker = createDeliveryWorker({
    store,
    send: ({ eventId, body }, { url, secrets }, options) =>
      sender.send({ url, secrets, eventId, body }, options),
    drainMilliseconds: 0,
  });
  worker.start();

  await steadyLoad(load.eventsPerSecond, load.eventsPerSecond * load.seconds, async (index) => {
    const endpointIds = [endpoints[index % endpoints.length]?.id ?? ""];
    const body = JSON.stringify({ at: Date.now(), text: "x".repeat(500) });
    await store.enqueue([{ id: `evt_${index}`, type: "load", body, endpointIds }]);
  });
  await delay(500);
  await worker.stop();
  await sender.close();
  database.close();
  await rm(folder, { recursive: true });
  return receiver.latencies();
}
