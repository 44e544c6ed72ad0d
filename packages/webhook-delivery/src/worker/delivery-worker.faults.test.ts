import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { addEndpoint, addEvents, manyIds } from "../testing/kit/store-kit.ts";
import {
  respond,
  createGate,
  createStore,
  minute,
  startWorker,
  until,
  untilDone,
} from "./running-worker.fixture.ts";

test("stop waits for attempts in flight, records them and claims no more", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["a1", "a2", "a3"]);
  const gate = createGate();
  const worker = startWorker(
    store,
    async () => {
      await gate.passed;
      return respond(200);
    },
    { concurrency: 2 },
  );
  await until(() => worker.inFlight === 2);
  const stopped = worker.stop();
  gate.open();
  await stopped;
  const { items } = await store.listDeliveries();
  expect(items.map(({ eventId, state }) => [eventId, state])).toEqual([
    ["a3", "scheduled"],
    ["a2", "delivered"],
    ["a1", "delivered"],
  ]);
});

test("stop aborts attempts that do not end in time; they are due again without using a retry", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const [delivery] = await addEvents(store, id, ["a1"]);
  const worker = startWorker(
    store,
    (_, __, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(respond("aborted")));
      }),
    { drainMilliseconds: 5 },
  );
  await until(() => worker.inFlight === 1);
  await worker.stop();
  expect(await store.getDelivery(delivery ?? "")).toMatchObject({
    state: "scheduled",
    lastErrorCode: "aborted",
  });
  const scheduled: number[] = [];
  startWorker(store, ({ scheduledAttempt }) => {
    scheduled.push(scheduledAttempt);
    return respond(200);
  });
  await untilDone(store);
  expect(scheduled).toEqual([1]);
});

test("a worker without drain time releases deliveries it could not send", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const [delivery] = await addEvents(store, id, ["a1"]);
  const worker = startWorker(store, () => new Promise(() => {}), { drainMilliseconds: 1 });
  await until(() => worker.inFlight === 1);
  await worker.stop();
  expect(await store.getDelivery(delivery ?? "")).toMatchObject({ state: "scheduled", attempts: 0 });
});

test("releases deliveries claimed without its knowledge, but none that it is sending", async () => {
  const real = await createStore();
  const { id } = await addEndpoint(real);
  await addEvents(real, id, ["a1"]);
  const gate = createGate();
  let hears = true;
  const store: DeliveryStore = {
    ...real,
    async claim(request) {
      const claimed = await real.claim(request);
      if (hears) return claimed;
      hears = true;
      throw new Error("the connection was lost after the commit");
    },
  };
  const sent: string[] = [];
  const errors: unknown[] = [];
  const worker = startWorker(
    store,
    async ({ eventId }) => {
      sent.push(eventId);
      if (eventId === "a1") await gate.passed;
      return respond(200);
    },
    { leaseMilliseconds: 150, pollMilliseconds: 20, onError: (error) => errors.push(error) },
  );
  await until(() => worker.inFlight === 1);
  hears = false;
  await addEvents(real, id, ["a2"]);
  await until(() => errors.length > 0);
  // Longer than the lease.
  await delay(400);
  gate.open();
  await untilDone(real);
  expect(sent).toEqual(["a1", "a2"]);
});

test("unwritten outcomes block new claims, and are written when the store is back", async () => {
  const real = await createStore();
  const { id } = await addEndpoint(real);
  await addEvents(real, id, manyIds("a", 200));
  const errors: unknown[] = [];
  let down = true;
  const store: DeliveryStore = {
    ...real,
    recordAttempts: (request) =>
      down ? Promise.reject(new Error("disk full")) : real.recordAttempts(request),
  };
  let sends = 0;
  startWorker(
    store,
    () => {
      sends += 1;
      return respond(200);
    },
    { concurrency: 10, onError: (error) => errors.push(error) },
  );
  await until(() => errors.length >= 2);
  expect(sends).toBeLessThanOrEqual(140);
  down = false;
  await untilDone(real);
  expect(sends).toBe(200);
});

test("retries a failed claim", async () => {
  const real = await createStore();
  const { id } = await addEndpoint(real);
  await addEvents(real, id, ["a1"]);
  let failures = 2;
  const store: DeliveryStore = {
    ...real,
    async claim(request) {
      failures -= 1;
      if (failures >= 0) throw new Error("no connection");
      return real.claim(request);
    },
  };
  const errors: unknown[] = [];
  startWorker(store, () => respond(200), { pollMilliseconds: 5, onError: (error) => errors.push(error) });
  await untilDone(real);
  expect(errors).toHaveLength(2);
});

test("starts a recovery within a poll interval, even one added while the worker reads the store", async () => {
  const real = await createStore();
  const { id } = await addEndpoint(real);
  const added: string[] = [];
  const store: DeliveryStore = {
    ...real,
    async advanceRecoveries() {
      const nextAt = await real.advanceRecoveries();
      if (added.length === 0) added.push((await real.startRecovery({ endpointId: id, failedSince: 0 })).id);
      return nextAt;
    },
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = startWorker(store, () => respond(200), { pollMilliseconds: 1_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  await worker.stop();
  expect(await real.getRecovery(added[0] ?? "")).toMatchObject({ status: "done" });
});

test("a worker whose lease was taken over continues under another one", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const leases: string[] = [];
  const watched: DeliveryStore = {
    ...store,
    async openLease(milliseconds) {
      const leaseId = await store.openLease(milliseconds);
      leases.push(leaseId);
      return leaseId;
    },
  };
  startWorker(watched, () => respond(200), { leaseMilliseconds: 300 });
  await addEvents(store, id, ["a1"]);
  await untilDone(store);
  await store.closeLease(leases[0] ?? "");
  await addEvents(store, id, ["a2"]);
  await untilDone(store);
  expect(leases).toHaveLength(2);
});

test("a worker stalled for longer than its lease sends nothing twice unless it was taken over", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["a1"]);
  const gate = createGate();
  let sent = 0;
  let looks = 0;
  const looking: DeliveryStore = {
    ...store,
    takeOverExpiredLeases: () => {
      looks += 1;
      return store.takeOverExpiredLeases();
    },
  };
  const options = { leaseMilliseconds: 60, pollMilliseconds: 5 };
  const send = async () => {
    sent += 1;
    await gate.passed;
    return respond(200);
  };
  startWorker(looking, send, options);
  await until(() => sent === 1);
  // Like a long SQLite transaction, or a suspended computer.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
  const before = looks;
  await until(() => looks >= before + 3);
  gate.open();
  await untilDone(store);
  expect(sent).toBe(1);
});

test("stop resolves even if the store is down, and unwritten outcomes are taken over later", async () => {
  let ahead = 0;
  const real = await createStore({ now: () => Date.now() + ahead });
  const { id } = await addEndpoint(real);
  const [delivery] = await addEvents(real, id, ["a1"]);
  const away = (): Promise<never> => Promise.reject(new Error("no connection"));
  const errors: unknown[] = [];
  const worker = startWorker({ ...real, recordAttempts: away, closeLease: away }, () => respond(200), {
    onError: (error) => errors.push(error),
  });
  await until(() => errors.length > 0);
  await worker.stop();
  ahead = minute;
  expect(await real.takeOverExpiredLeases()).toBe(1);
  expect(await real.getDelivery(delivery ?? "")).toMatchObject({ state: "scheduled", attempts: 0 });
});
