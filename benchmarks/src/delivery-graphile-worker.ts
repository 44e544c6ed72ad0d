import { Logger, makeWorkerUtils, run, type RunnerOptions } from "graphile-worker";
import { Pool } from "pg";
import {
  bodyOf,
  concurrency,
  countDown,
  type DeliveryContender,
  idOf,
  signAndPost,
} from "./delivery-contender.ts";

const quiet = new Logger(() => () => {});
const jobsPerCall = 500;

/** The manual's settings for throughput: jobs are fetched and completed in batches. */
export const graphileBatching: NonNullable<RunnerOptions["preset"]> = {
  worker: { localQueue: { size: concurrency * 4 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

/** Creates graphile-worker with a task that signs and posts. */
export async function createGraphileWorker(
  url: string,
  connectionString: string,
  preset?: RunnerOptions["preset"],
): Promise<DeliveryContender> {
  const pgPool = new Pool({ connectionString, max: 20 });
  const utils = await makeWorkerUtils({ pgPool, logger: quiet });
  await utils.migrate();
  return {
    async queue(count) {
      for (let queued = 0; queued < count; queued += jobsPerCall) {
        const length = Math.min(jobsPerCall, count - queued);
        const jobs = Array.from({ length }, (_, index) => ({
          identifier: "send",
          payload: { id: idOf(queued + index), body: bodyOf(queued + index) },
        }));
        await utils.addJobs(jobs);
      }
    },
    async drain(count) {
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
            const { id, body } = toEvent(payload);
            await signAndPost(url, id, body);
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

function toEvent(payload: unknown): { id: string; body: string } {
  const isObject = typeof payload === "object" && payload !== null && "id" in payload && "body" in payload;
  if (!isObject || typeof payload.id !== "string" || typeof payload.body !== "string") {
    throw new TypeError("not a job of this benchmark");
  }
  return { id: payload.id, body: payload.body };
}
