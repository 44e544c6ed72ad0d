import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { BenchTable } from "./bench-table.ts";
import { registerWebhooks } from "./server-platform.ts";
import { startServerProcess } from "./server-process.ts";
import { startRatingLoad } from "./server-webhook-latency.ts";

const eventsPerSecond = 100;
const warmUpSeconds = 2;
const seconds = 8;
const slowEndpoints = 8;
const slowMilliseconds = 9500;

/**
 * Measures two tenants on one server, one with endpoints that respond 200 after 9.5 seconds. Each event goes
 * to all endpoints of both tenants. The delivery times of the other tenant are measured before and during
 * this load.
 */
export async function run(): Promise<BenchTable> {
  const server = await startServerProcess();
  const slow = await startSlowReceiver();
  try {
    const load = await startRatingLoad(server);
    await load.measure(eventsPerSecond, warmUpSeconds);
    const quiet = await load.measure(eventsPerSecond, seconds);
    const urls = Array.from({ length: slowEndpoints }, (_item, index) => `${slow.url}/${index}`);
    await registerWebhooks(server, "slow", urls);
    // By then the slow endpoints occupy as many slots as they can.
    await load.measure(eventsPerSecond, warmUpSeconds);
    const beside = await load.measure(eventsPerSecond, seconds);
    await load.close();
    return {
      title: `Two tenants at ${eventsPerSecond} events/s, one with ${slowEndpoints} endpoints that respond after 9.5 s`,
      rows: [
        {
          name: "the other tenant's webhooks without load, median",
          value: quiet.p50,
          unit: "ms",
          ratio: 1,
        },
        { name: "the same, p99", value: quiet.p99, unit: "ms", ratio: 1 },
        {
          name: "next to the slow tenant, median",
          value: beside.p50,
          unit: "ms",
          ratio: beside.p50 / quiet.p50,
        },
        {
          name: "next to the slow tenant, p99",
          value: beside.p99,
          unit: "ms",
          ratio: beside.p99 / quiet.p99,
          bar: { relation: "≤", limit: 3 },
        },
      ],
    };
  } finally {
    await server.stop();
    slow.server.closeAllConnections();
    slow.server.close();
  }
}

async function startSlowReceiver(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(), slowMilliseconds).unref();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver is not listening");
  return { url: `http://127.0.0.1:${address.port}`, server };
}
