import { Logger, makeWorkerUtils, run, type RunnerOptions } from "graphile-worker";
import { Pool } from "pg";
import { bodyOf, concurrency, countDown, type DeliveryContender, signAndPost } from "./delivery-contender.ts";

const quiet = new Logger(() => () => {});
const jobsPerCall = 500;

/** How its manual suggests to set it up for throughput: jobs are fetched and completed in batches. */
export const graphileBatching: NonNullable<RunnerOptions["preset"]> = {
  worker: { localQueue: { size: concurrency * 4 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

/** graphile-worker, with a task that signs and posts. */
export async function createGraphileWorker(
  url: string,
  connectionString: string,
  preset?: RunnerOptions["preset"],
): Promise<DeliveryContender> {
  const pgPool = new Pool({ connectionString, max: 20 });
  const utils = await makeWorkerUtils({ pgPool, logger: quiet });
  await utils.migrate();
  return {
    name: `graphile-worker + undici${preset === undefined ? "" : ", batched"}`,
    async deliver(count) {
      for (let queued = 0; queued < count; queued += jobsPerCall) {
        const length = Math.min(jobsPerCall, count - queued);
        const jobs = Array.from({ length }, (_, index) => ({
          identifier: "send",
          payload: { body: bodyOf(queued + index) },
        }));
        await utils.addJobs(jobs);
      }
      const { done, tick } = countDown(count);
      const start = performance.now();
      const runner = await run({
        pgPool,
        concurrency,
        logger: quiet,
        noHandleSignals: true,
        ...(preset === undefined ? {} : { preset }),
        taskList: {
          async send(payload) {
            await signAndPost(url, toBody(payload));
            tick();
          },
        },
      });
      await done;
      await runner.stop();
      return performance.now() - start;
    },
    async close() {
      await utils.release();
      await pgPool.end();
    },
  };
}

function toBody(payload: unknown): string {
  const isObject = typeof payload === "object" && payload !== null;
  if (!isObject || !("body" in payload) || typeof payload.body !== "string")
    throw new TypeError("not a job of this benchmark");
  return payload.body;
}
