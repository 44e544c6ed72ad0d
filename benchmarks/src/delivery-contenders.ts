import { createBareLoop } from "./delivery-bare-loop.ts";
import { bullmq, bullmqSynced, bullmqWorkers, createBullmq } from "./delivery-bullmq.ts";
import type { DeliveryContender } from "./delivery-contender.ts";
import { createPostgresEngine, createSqliteEngine } from "./delivery-engine.ts";
import { createGraphileWorker, graphileBatching } from "./delivery-graphile-worker.ts";
import { createPgBoss } from "./delivery-pg-boss.ts";

interface ContenderSetup {
  /** Sets up the contender to send to a receiver. The PostgreSQL database is empty and not shared. */
  readonly create: (receiver: string, database: string) => DeliveryContender | Promise<DeliveryContender>;
  /** Whether the contender requires Redis on the machine. */
  readonly needsRedis?: true;
}

/** The contenders that take turns, by the name of their row. */
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
    "BullMQ + undici, Redis defaults",
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
