import type { BenchTable } from "./bench-table.ts";
import { measureLatencies } from "./delivery-load.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { quantile } from "./quantile.ts";

const eventsPerSecond = 1_000;
const seconds = 8;
const endpointCount = 100;

/** Measures the time from calling `enqueue` to the webhook's arrival, on SQLite at a steady rate. */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const urls = Array.from({ length: endpointCount }, () => `${receiver.url}/timed`);
  await measureLatencies(receiver, { urls, eventsPerSecond, seconds: 2 });
  const latencies = await measureLatencies(receiver, { urls, eventsPerSecond, seconds });
  await receiver.close();
  return {
    title: `Event to webhook at ${eventsPerSecond} events/s, SQLite`,
    rows: [
      { name: "median", value: quantile(latencies, 0.5), unit: "ms" },
      { name: "p99", value: quantile(latencies, 0.99), unit: "ms", bar: { relation: "≤", limit: 50 } },
      {
        name: "arrived",
        value: latencies.length,
        unit: "events",
        ratio: latencies.length / (eventsPerSecond * seconds),
      },
    ],
  };
}
