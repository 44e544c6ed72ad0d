import type { BenchTable } from "./bench-table.ts";
import { measureLatencies } from "./delivery-load.ts";
import { type DeliveryReceiver, startDeliveryReceiver } from "./delivery-receiver.ts";
import { quantile } from "./quantile.ts";

const eventsPerSecond = 500;
const seconds = 8;
const endpointCount = 100;
const rounds = 3;

/** Measures how one dead endpoint among a hundred delays the others. */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  await measureP99(receiver, "/timed");
  const alive: number[] = [];
  const dead: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alive.push(await measureP99(receiver, "/other"));
    dead.push(await measureP99(receiver, "/dead"));
  }
  await receiver.close();
  const without = quantile(alive, 0.5);
  const withDead = quantile(dead, 0.5);
  return {
    title: `One dead endpoint among ${endpointCount}, at ${eventsPerSecond} events/s, SQLite`,
    rows: [
      { name: "p99 of the others, all alive", value: without, unit: "ms" },
      {
        name: "p99 of the others, one dead",
        value: withDead,
        unit: "ms",
        ratio: withDead / without,
        bar: { relation: "≤", limit: 1.5 },
      },
    ],
  };
}

/** Returns the p99 of all endpoints except the last, which gets its own path. */
async function measureP99(receiver: DeliveryReceiver, lastPath: string): Promise<number> {
  const urls = Array.from(
    { length: endpointCount },
    (_, index) => `${receiver.url}${index === endpointCount - 1 ? lastPath : "/timed"}`,
  );
  return quantile(await measureLatencies(receiver, { urls, eventsPerSecond, seconds }), 0.99);
}
