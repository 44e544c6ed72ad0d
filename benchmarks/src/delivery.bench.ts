import { startPostgres } from "@plugboard/test-postgres";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { concurrency } from "./delivery-contender.ts";
import { type ContenderProcess, startContender } from "./delivery-contender-processes.ts";
import { deliveryContenders } from "./delivery-contenders.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { quantile } from "./quantile.ts";
import { isRedisInstalled } from "./redis-server.ts";

const warmUpRounds = 2;
const rounds = 5;
const deliveriesPerRound = 4_000;

const bare = "bare undici loop that signs";
const sqlite = "@plugboard/webhook-delivery, SQLite";
const postgres = "@plugboard/webhook-delivery, PostgreSQL";
const graphile = "graphile-worker + undici";
const graphileBatched = "graphile-worker + undici, batched";
const bullmq = "BullMQ + undici";

/** The compared contenders, and the minimum speed relative to each. */
const comparisons: readonly (readonly [name: string, peer: string, atLeast?: number])[] = [
  [sqlite, bare, 0.7],
  [sqlite, graphile, 2],
  [sqlite, `${bullmq}, synced`, 3],
  [sqlite, `${bullmq}, synced, 8 workers`],
  [sqlite, `${bullmq}, Redis defaults`],
  [postgres, bare, 0.6],
  [postgres, graphile, 1.5],
  [postgres, graphileBatched],
];

/**
 * Sends a backlog to one endpoint that responds immediately, with the contenders taking turns. All post the
 * same signed bodies to the same receiver with the same number of requests in flight. Only this package also
 * guards against private addresses, reads and limits the response, and keeps a log of attempts. Each
 * contender has its own process.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const server = await startPostgres();
  const hasRedis = isRedisInstalled();
  const contenders = new Map<string, ContenderProcess>();
  for (const [name, { needsRedis = false }] of deliveryContenders) {
    if (needsRedis && !hasRedis) continue;
    const database = await server.createDatabase(`contender_${contenders.size}`);
    contenders.set(name, await startContender(name, receiver.url, database));
  }
  const speeds = await measureSpeeds(contenders);
  for (const contender of contenders.values()) await contender.close();
  await server.remove();
  await receiver.close();
  return {
    title: `Deliver webhooks, ${concurrency} requests in flight (ratio to the bare loop, higher is faster)`,
    rows: [...toRows(speeds), ...compare(speeds)],
  };
}

/** Returns the median of each contender's rounds in deliveries per second, after warm-up rounds. */
async function measureSpeeds(
  contenders: ReadonlyMap<string, ContenderProcess>,
): Promise<Map<string, number>> {
  const speeds = new Map<string, number[]>();
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    for (const [name, { queue, drain }] of contenders) {
      await queue(deliveriesPerRound);
      const { milliseconds } = await drain(deliveriesPerRound);
      const speed = (deliveriesPerRound * 1_000) / milliseconds;
      if (round > 0) speeds.set(name, [...(speeds.get(name) ?? []), speed]);
    }
  }
  return new Map([...speeds].map(([name, values]) => [name, quantile(values, 0.5)]));
}

function toRows(speeds: ReadonlyMap<string, number>): BenchRow[] {
  const unit = speeds.get(bare) ?? Number.NaN;
  return [...speeds].map(([name, value]) => ({ name, value, unit: "deliveries/s", ratio: value / unit }));
}

function compare(speeds: ReadonlyMap<string, number>): BenchRow[] {
  return comparisons.flatMap(([name, peer, atLeast]) => {
    const ratio = (speeds.get(name) ?? Number.NaN) / (speeds.get(peer) ?? Number.NaN);
    if (Number.isNaN(ratio)) return [];
    const row: BenchRow = { name: `${name} ÷ ${peer}`, value: ratio, unit: "×" };
    return [atLeast === undefined ? row : { ...row, bar: { relation: "≥", limit: atLeast } }];
  });
}
