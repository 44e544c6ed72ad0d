import { connect } from "node:net";
import { Queue, Worker } from "bullmq";
import {
  bodyOf,
  concurrency,
  countDown,
  type DeliveryContender,
  idOf,
  signAndPost,
} from "./delivery-contender.ts";

const connection = { host: "127.0.0.1", port: 6379 };
const name = "benchmark-send";
const jobsPerCall = 500;

/** Whether a Redis listens at its usual port of this machine. */
export function findRedis(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(connection);
    socket.once("connect", () => {
      socket.end();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** BullMQ, with a processor that signs and posts. */
export async function createBullmq(url: string): Promise<DeliveryContender> {
  const queue = new Queue<{ id: string; body: string }>(name, { connection });
  await queue.obliterate({ force: true });
  return {
    name: "BullMQ + undici",
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
      const worker = new Worker<{ id: string; body: string }>(
        name,
        ({ data }) => signAndPost(url, data.id, data.body),
        {
          connection,
          concurrency,
        },
      );
      worker.on("completed", tick);
      await done;
      await worker.close();
      return performance.now() - start;
    },
    close: () => queue.close(),
  };
}
