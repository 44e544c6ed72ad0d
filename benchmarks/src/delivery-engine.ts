import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDeliveryWorker,
  createWebhookSender,
  type DeliveryStore,
  type Send,
} from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { Pool } from "pg";
import { bodyOf, concurrency, countDown, type DeliveryContender, secret } from "./delivery-contender.ts";

const eventsPerCall = 500;

/** This package on SQLite, in a file, with every commit synced to disk. */
export async function createSqliteEngine(url: string): Promise<DeliveryContender> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const database = new DatabaseSync(join(folder, "deliveries.db"));
  const store = createSqliteDeliveryStore(database);
  return createEngine("@plugboard/webhook-delivery, SQLite", url, [store], async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
}

/** This package on PostgreSQL. Each worker has a pool of its own. */
export async function createPostgresEngine(
  url: string,
  connectionString: string,
  workers: number,
): Promise<DeliveryContender> {
  const pools = Array.from({ length: workers }, () => new Pool({ connectionString, max: 8 }));
  const stores = pools.map((pool) => createPostgresDeliveryStore(pool));
  const name = `@plugboard/webhook-delivery, PostgreSQL, ${workers} worker${workers === 1 ? "" : "s"}`;
  return createEngine(name, url, stores, async () => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(pools.map((pool) => pool.end()));
  });
}

async function createEngine(
  name: string,
  url: string,
  stores: readonly DeliveryStore[],
  close: () => Promise<void>,
): Promise<DeliveryContender> {
  const [store] = stores;
  if (store === undefined) throw new TypeError("an engine needs a store");
  await store.migrate();
  const { id } = await store.createEndpoint({ url, eventTypes: [], secrets: [secret] });
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  let events = 0;

  return {
    name,
    async deliver(count) {
      for (let queued = 0; queued < count; queued += eventsPerCall) {
        const length = Math.min(eventsPerCall, count - queued);
        await store.enqueue(
          Array.from({ length }, () => {
            events += 1;
            return { id: `evt_${events}`, type: "page_feedback", body: bodyOf(events), endpointIds: [id] };
          }),
        );
      }
      const { done, tick } = countDown(count);
      const send: Send = async ({ eventId, body }, endpoint, options) => {
        const result = await sender.send(
          { url: endpoint.url, secrets: endpoint.secrets, eventId, body },
          options,
        );
        if (result.status !== 200) throw new Error(result.errorMessage ?? "the receiver refused");
        tick();
        return result;
      };
      const workers = stores.map((each) =>
        createDeliveryWorker({ store: each, send, concurrency, perEndpoint: concurrency }),
      );
      const start = performance.now();
      for (const worker of workers) worker.start();
      await done;
      await Promise.all(workers.map((worker) => worker.stop()));
      return performance.now() - start;
    },
    async close() {
      await sender.close();
      await close();
    },
  };
}
