import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { DeliveryStore } from "../store/delivery-store.ts";
import type { RetryPolicy } from "../model/endpoint.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import { createSqliteDeliveryStore, type SqliteDeliveryStoreOptions } from "../sqlite.ts";
import { resultOf } from "../testing/kit/store-kit.ts";
import { createDeliveryWorker, type DeliveryWorker } from "./delivery-worker.ts";
import type { DeliveryWorkerOptions } from "./delivery-worker-options.ts";
import type { Send } from "./delivery-worker-options.ts";

/** Retries within milliseconds. */
export const quickRetries: RetryPolicy = {
  delaysMilliseconds: [1, 2, 4],
  jitter: 0,
  maxRetryAfterMilliseconds: 10,
};

/** Longer than any test. */
export const minute = 60_000;

/** Creates an empty in-memory store. */
export async function createStore(options: SqliteDeliveryStoreOptions = {}): Promise<DeliveryStore> {
  const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), options);
  await store.migrate();
  return store;
}

/** Starts a worker that polls so rarely that only wake-ups trigger it. Stopped after the test. */
export function startWorker(
  store: DeliveryStore,
  send: Send,
  options: Partial<DeliveryWorkerOptions> = {},
): DeliveryWorker {
  const worker = createDeliveryWorker({
    store,
    send,
    retryPolicy: quickRetries,
    pollMilliseconds: minute,
    ...options,
  });
  onTestFinished(() => worker.stop());
  worker.start();
  return worker;
}

/** Returns the result of an attempt that ended this way. */
export const respond = (end: Parameters<typeof resultOf>[0]): Promise<AttemptResult> =>
  Promise.resolve(resultOf(end, Date.now()));

/** Waits until a condition is met. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(2);
}

/** Waits until all deliveries are finished. */
export function untilDone(store: DeliveryStore): Promise<void> {
  return until(async () => {
    const { items } = await store.listDeliveries({ states: ["scheduled", "waiting", "sending"] });
    return items.length === 0;
  });
}

/** Creates a gate that holds attempts until it is opened. */
export function createGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}
