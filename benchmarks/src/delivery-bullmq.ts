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

/** How BullMQ and its Redis are set up. */
export interface BullmqSetup {
  /** Command line options of the Redis server. */
  readonly redis: readonly string[];
  /** Workers that share the requests in flight. */
  readonly workers: number;
}

// Every write is on the disk before Redis responds: what the other contenders promise.
const synced = ["--appendonly", "yes", "--appendfsync", "always"];

/** Redis as it comes writes its data to the disk every minute or less often. */
export const bullmq: BullmqSetup = { redis: [], workers: 1 };
export const bullmqSynced: BullmqSetup = { redis: synced, workers: 1 };
/** What its manual recommends beyond that: several workers. Here they share a process, as every contender has one. */
export const bullmqWorkers: BullmqSetup = {
  redis: synced,
  workers: 8,
};

/** BullMQ on a Redis of its own, with a processor that signs and posts. */
export async function createBullmq(url: string, setup: BullmqSetup): Promise<DeliveryContender> {
  const redis = await startRedis(setup.redis);
  const connection = { path: redis.path };
  const queue = new Queue<{ id: string; body: string }>(name, { connection });
  return {
    async deliver(count) {
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
