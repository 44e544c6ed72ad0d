import { createBareLoop } from "./delivery-bare-loop.ts";
import { bullmq, bullmqSynced, bullmqWorkers, createBullmq } from "./delivery-bullmq.ts";
import type { DeliveryContender } from "./delivery-contender.ts";
import { createPostgresEngine, createSqliteEngine } from "./delivery-engine.ts";
import { createGraphileWorker, graphileBatching } from "./delivery-graphile-worker.ts";
import { createPgBoss } from "./delivery-pg-boss.ts";

interface ContenderSetup {
  /** Sets it up to send to a receiver. The PostgreSQL database is its own and empty. */
  readonly create: (receiver: string, database: string) => DeliveryContender | Promise<DeliveryContender>;
  /** Whether it cannot take part on a machine without Redis. */
  readonly needsRedis?: true;
}

/** All that deliver in turns, by the name of their row. */
export const deliveryContenders: ReadonlyMap<string, ContenderSetup> = new Map<string, ContenderSetup>([
  ["bare undici loop that signs", { create: createBareLoop }],
  ["@plugboard/webhook-delivery, SQLite", { create: createSqliteEngine }],
  ["@plugboard/webhook-delivery, PostgreSQL", { create: createPostgresEngine }],
  ["graphile-worker + undici", { create: createGraphileWorker }],
  [
    "graphile-worker + undici, batched",
    { create: (receiver, database) => createGraphileWorker(receiver, database, graphileBatching) },
  ],
  ["pg-boss + undici", { create: createPgBoss }],
  [
    "BullMQ + undici, Redis as it comes",
    { create: (receiver) => createBullmq(receiver, bullmq), needsRedis: true },
  ],
  [
    "BullMQ + undici, synced",
    { create: (receiver) => createBullmq(receiver, bullmqSynced), needsRedis: true },
  ],
  [
    "BullMQ + undici, synced, 8 workers",
    { create: (receiver) => createBullmq(receiver, bullmqWorkers), needsRedis: true },
  ],
]);
