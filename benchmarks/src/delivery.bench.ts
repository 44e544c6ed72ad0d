import { startPostgres } from "@plugboard/test-postgres";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { createBareLoop } from "./delivery-bare-loop.ts";
import { bullmq, bullmqSynced, bullmqWorkers, createBullmq } from "./delivery-bullmq.ts";
import { concurrency, type DeliveryContender } from "./delivery-contender.ts";
import { createPostgresEngine, createSqliteEngine } from "./delivery-engine.ts";
import { createGraphileWorker, graphileBatching } from "./delivery-graphile-worker.ts";
import { createPgBoss } from "./delivery-pg-boss.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { quantile } from "./quantile.ts";
import { isRedisInstalled } from "./redis-server.ts";

const rounds = 5;
const deliveriesPerRound = 3_000;

const bare = "bare undici loop that signs";
const sqlite = "@plugboard/webhook-delivery, SQLite";
const postgres = "@plugboard/webhook-delivery, PostgreSQL";
const graphile = "graphile-worker + undici";
const graphileBatched = "graphile-worker + undici, batched";

/** Who is compared with whom, and how many times as fast it is to be, at least. */
const comparisons: readonly (readonly [name: string, peer: string, atLeast?: number])[] = [
  [sqlite, bare, 0.55],
  [sqlite, graphile, 2],
  [sqlite, bullmqSynced.name, 3],
  [sqlite, bullmqWorkers.name],
  [sqlite, bullmq.name],
  [postgres, graphile, 1.5],
  [postgres, graphileBatched],
];

/**
 * Sends a backlog to one endpoint that answers at once, contender by contender, over and over. All post the same signed bodies
 * to the same receiver, with as many requests under way. This package alone also guards against private addresses, reads and
 * limits the response, and keeps a log of attempts.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const server = await startPostgres();
  const contenders = [
    createBareLoop(receiver.url),
    await createSqliteEngine(receiver.url),
    await createPostgresEngine(receiver.url, await server.createDatabase("engine")),
    await createGraphileWorker(receiver.url, await server.createDatabase("graphile")),
    await createGraphileWorker(receiver.url, await server.createDatabase("batched"), graphileBatching),
    await createPgBoss(receiver.url, await server.createDatabase("boss")),
    ...(isRedisInstalled()
      ? await Promise.all(
          [bullmq, bullmqSynced, bullmqWorkers].map((setup) => createBullmq(receiver.url, setup)),
        )
      : []),
  ];
  const speeds = await measureSpeeds(contenders);
  for (const contender of contenders) await contender.close();
  await server.remove();
  await receiver.close();
  return {
    title: `Deliver webhooks, ${concurrency} requests under way (ratio to the bare loop, higher is faster)`,
    rows: [...toRows(speeds), ...compare(speeds)],
  };
}

/** The median of each contender's rounds, in deliveries a second. One round before them warms up. */
async function measureSpeeds(contenders: readonly DeliveryContender[]): Promise<Map<string, number>> {
  const speeds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, deliver } of contenders) {
      const speed = (deliveriesPerRound * 1_000) / (await deliver(deliveriesPerRound));
      if (round > 0) speeds.get(name)?.push(speed);
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
