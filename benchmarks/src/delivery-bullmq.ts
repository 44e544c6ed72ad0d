import { Queue, Worker } from "bullmq";
import {
  bodyOf,
  concurrency,
  countDown,
  type DeliveryContender,
  idOf,
  signAndPost,
} from "./delivery-contender.ts";
import { startRedis } from "./redis-server.ts";

const name = "send";
const jobsPerCall = 500;

/** The configuration of BullMQ and its Redis. */
export interface BullmqSetup {
  /** Command line options of the Redis server. */
  readonly redis: readonly string[];
  /** The number of workers that share the requests in flight. */
  readonly workers: number;
}

// Redis syncs every write to disk before it responds, as the other contenders do.
const synced = ["--appendonly", "yes", "--appendfsync", "always"];

/** Redis with its defaults, which write to disk once a minute or less often. */
export const bullmq: BullmqSetup = { redis: [], workers: 1 };
export const bullmqSynced: BullmqSetup = { redis: synced, workers: 1 };
/**
 * The manual also recommends several workers. Here they share a process, because each contender gets only
 * one.
 */
export const bullmqWorkers: BullmqSetup = {
  redis: synced,
  workers: 8,
};

/** Creates BullMQ on its own Redis, with a processor that signs and posts. */
export async function createBullmq(url: string, setup: BullmqSetup): Promise<DeliveryContender> {
  const redis = await startRedis(setup.redis);
  const connection = { path: redis.path };
  const queue = new Queue<{ id: string; body: string }>(name, { connection });
  return {
    async queue(count) {
      for (let queued = 0; queued < count; queued += jobsPerCall) {
        const length = Math.min(jobsPerCall, count - queued);
        await queue.addBulk(
          Array.from({ length }, (_, index) => ({
            name: "send",
            data: { id: idOf(queued + index), body: bodyOf(queued + index) },
            opts: { removeOnComplete: true },
          })),
        );
      }
    },
    async drain(count) {
      const { done, tick } = countDown(count);
      const start = performance.now();
      const workers = Array.from({ length: setup.workers }, () => {
        const worker = new Worker<{ id: string; body: string }>(
          name,
          ({ data }) => signAndPost(url, data.id, data.body),
          { connection, concurrency: concurrency / setup.workers },
        );
        return worker.on("completed", tick);
      });
      await done;
      await Promise.all(workers.map((worker) => worker.close()));
      return performance.now() - start;
    },
    async close() {
      await queue.close();
      await redis.remove();
    },
  };
}
