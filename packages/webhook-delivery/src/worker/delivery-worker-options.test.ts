import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { defaultRetryPolicy } from "../policy/retry-policy.ts";
import { addEndpoint, addEvents, resultOf } from "../testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { DeliveryWorkerOptions } from "./delivery-worker-options.ts";
import { createStore } from "./running-worker.fixture.ts";

const respond = async () => resultOf(200, Date.now());

test.for<[string, Partial<DeliveryWorkerOptions>]>([
  ["concurrency", { concurrency: 0 }],
  ["pollMilliseconds", { pollMilliseconds: 0.5 }],
  ["drainMilliseconds", { drainMilliseconds: Number.NaN }],
  ["disableAfterMilliseconds", { disableAfterMilliseconds: -1 }],
  [
    "retention.failedMilliseconds",
    { retention: { deliveredMilliseconds: 0, failedMilliseconds: Number.NaN } },
  ],
  ["retryPolicy.jitter", { retryPolicy: { ...defaultRetryPolicy, jitter: Number.NaN } }],
  [
    "retryPolicy.delaysMilliseconds[1]",
    { retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: [1, Infinity] } },
  ],
])("rejects %s out of its range", async ([name, options]) => {
  const store = await createStore();
  expect(() => createDeliveryWorker({ store, send: respond, ...options })).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(`${name} is `) }),
  );
});

test("names a missing store or sender", async () => {
  const store = await createStore();
  const create = (options?: object): unknown => Reflect.apply(createDeliveryWorker, null, [options]);
  const missing = (part: string) =>
    expect.objectContaining({ code: "invalid_option", part, message: expect.stringContaining(part) });
  expect(() => create()).toThrow(missing("store"));
  expect(() => create({ send: respond })).toThrow(missing("store"));
  expect(() => create({ store })).toThrow(missing("send"));
});

test.for<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("the log is full");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is unavailable"))],
])("a worker continues when its onError %s", async ([, onError]) => {
  const real = await createStore();
  const failures = { claim: 1, recordAttempts: 1, takeOverExpiredLeases: 1 };
  const failOnce = (name: keyof typeof failures): void => {
    failures[name] -= 1;
    if (failures[name] >= 0) throw new Error("no connection");
  };
  const store: DeliveryStore = {
    ...real,
    async claim(request) {
      failOnce("claim");
      return real.claim(request);
    },
    async recordAttempts(request) {
      failOnce("recordAttempts");
      return real.recordAttempts(request);
    },
    async takeOverExpiredLeases() {
      failOnce("takeOverExpiredLeases");
      return real.takeOverExpiredLeases();
    },
  };
  const { id } = await addEndpoint(real);
  const [delivery = ""] = await addEvents(real, id, ["a1"]);
  const worker = createDeliveryWorker({ store, send: respond, pollMilliseconds: 5, onError });
  onTestFinished(() => worker.stop());
  worker.start();
  while ((await real.getDelivery(delivery))?.state !== "delivered") await delay(2);
  while (failures.takeOverExpiredLeases > -2) await delay(2);
  expect(failures).toEqual({
    claim: expect.any(Number),
    recordAttempts: -1,
    takeOverExpiredLeases: expect.any(Number),
  });
});

test("a notice that is never accepted does not delay the others", async () => {
  const store = await createStore();
  const endpoints = [await addEndpoint(store), await addEndpoint(store)];
  for (const { id } of endpoints) await addEvents(store, id, [id]);
  const notified: string[] = [];
  const worker = createDeliveryWorker({
    store,
    send: async () => resultOf(410, Date.now()),
    pollMilliseconds: 5,
    onNotice({ endpointId }) {
      if (endpointId === endpoints[0]?.id) throw new Error("nobody's endpoint");
      notified.push(endpointId);
    },
  });
  onTestFinished(() => worker.stop());
  worker.start();
  while (notified.length === 0) await delay(2);
  expect(notified).toEqual([endpoints[1]?.id]);
});
