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
import {
  bodyOf,
  concurrency,
  countDown,
  type DeliveryContender,
  idOf,
  secret,
} from "./delivery-contender.ts";

const eventsPerCall = 500;

/** Creates this package on SQLite, in a file, with every commit synced to disk. */
export async function createSqliteEngine(url: string): Promise<DeliveryContender> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const database = new DatabaseSync(join(folder, "deliveries.db"));
  const store = createSqliteDeliveryStore(database);
  return createEngine(url, store, async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
}

/** Creates this package on PostgreSQL, with one worker. */
export async function createPostgresEngine(
  url: string,
  connectionString: string,
): Promise<DeliveryContender> {
  const pool = new Pool({ connectionString, max: 8 });
  const store = createPostgresDeliveryStore(pool);
  return createEngine(url, store, async () => {
    await store.close();
    await pool.end();
  });
}

async function createEngine(
  url: string,
  store: DeliveryStore,
  close: () => Promise<void>,
): Promise<DeliveryContender> {
  await store.migrate();
  const { id } = await store.createEndpoint({ url, eventTypes: [], secrets: [secret] });
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  let events = 0;

  return {
    async queue(count) {
      for (let queued = 0; queued < count; queued += eventsPerCall) {
        const length = Math.min(eventsPerCall, count - queued);
        await store.enqueue(
          Array.from({ length }, () => {
            events += 1;
            return { id: idOf(events), type: "page_feedback", body: bodyOf(events), endpointIds: [id] };
          }),
        );
      }
    },
    async drain(count) {
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
      const worker = createDeliveryWorker({ store, send, concurrency, perEndpoint: concurrency });
      const start = performance.now();
      worker.start();
      await done;
      await worker.stop();
      return performance.now() - start;
    },
    async close() {
      await sender.close();
      await close();
    },
  };
}
