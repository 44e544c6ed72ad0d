import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { Pool } from "pg";
import { bodyOf, type DeliveryContender, idOf, secret } from "./delivery-contender.ts";

const file = fileURLToPath(new URL("delivery-worker-process.ts", import.meta.url));
const eventsPerCall = 500;
const lookEvery = 5;

/** Creates a contender that runs this package on PostgreSQL, with workers in separate processes as on several machines. */
export async function createWorkerProcesses(
  url: string,
  connectionString: string,
  count: number,
): Promise<DeliveryContender> {
  const pool = new Pool({ connectionString, max: 4 });
  const store = createPostgresDeliveryStore(pool, { notify: false });
  await store.migrate();
  const { id } = await store.createEndpoint({ url, eventTypes: [], secrets: [secret] });
  const children = await Promise.all(Array.from({ length: count }, () => startProcess(connectionString)));
  let events = 0;

  return {
    async queue(wanted) {
      await store.setHold({ endpointId: id }, "benchmark");
      for (let queued = 0; queued < wanted; queued += eventsPerCall) {
        const length = Math.min(eventsPerCall, wanted - queued);
        await store.enqueue(
          Array.from({ length }, () => {
            events += 1;
            return { id: idOf(events), type: "page_feedback", body: bodyOf(events), endpointIds: [id] };
          }),
        );
      }
    },
    async drain() {
      for (const child of children) child.stdin?.write("start\n");
      await store.clearHold({ endpointId: id }, "benchmark");
      const start = performance.now();
      await pool.query("SELECT pg_notify('webhooks.deliveries', '')");
      while ((await store.endpointStatistics(id, { since: Date.now() })).pending > 0) await delay(lookEvery);
      while ((await store.endpointStatistics(id, { since: Date.now() })).sending > 0) await delay(lookEvery);
      return performance.now() - start;
    },
    async close() {
      for (const child of children) {
        child.stdin?.end();
        await once(child, "exit");
      }
      await store.close();
      await pool.end();
    },
  };
}

async function startProcess(connectionString: string): Promise<ChildProcess> {
  const flags = ["--conditions=@plugboard/source", file, connectionString];
  const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
  await once(createInterface({ input: child.stdout }), "line");
  return child;
}
