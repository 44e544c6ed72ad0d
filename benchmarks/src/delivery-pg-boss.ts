import { PgBoss } from "pg-boss";
import {
  bodyOf,
  concurrency,
  countDown,
  type DeliveryContender,
  idOf,
  signAndPost,
} from "./delivery-contender.ts";

const queue = "send";
const jobsPerCall = 500;

/** Creates pg-boss with a handler that takes jobs in batches, signs and posts. */
export async function createPgBoss(url: string, connectionString: string): Promise<DeliveryContender> {
  const boss = new PgBoss({ connectionString, max: 20 });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(queue);
  return {
    async queue(count) {
      for (let queued = 0; queued < count; queued += jobsPerCall) {
        const length = Math.min(jobsPerCall, count - queued);
        await boss.insert(
          queue,
          Array.from({ length }, (_, index) => ({
            data: { id: idOf(queued + index), body: bodyOf(queued + index) },
          })),
        );
      }
    },
    async drain(count) {
      const { done, tick } = countDown(count);
      const start = performance.now();
      const options = { batchSize: concurrency, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
      await boss.work<{ id: string; body: string }>(queue, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => signAndPost(url, data.id, data.body)));
        for (const _ of jobs) tick();
      });
      await done;
      await boss.offWork(queue);
      return performance.now() - start;
    },
    close: () => boss.stop(),
  };
}
