import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { DisabledNotice } from "../model/endpoint.ts";
import { steadyNow } from "../policy/steady-now.ts";
import { addEndpoint, addEvents, manyIds, quickCircuit } from "../testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import {
  respond,
  createGate,
  createStore,
  minute,
  quickRetries,
  startWorker,
  until,
  untilDone,
} from "./running-worker.fixture.ts";

test("sends every delivery once and records its outcome, without waiting for a poll", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, manyIds("before", 300));
  const sent: string[] = [];
  startWorker(store, (delivery, endpoint) => {
    sent.push(`${endpoint.id} ${delivery.eventId}`);
    return respond(204);
  });
  await addEvents(store, id, manyIds("after", 300));
  await untilDone(store);
  expect(sent.toSorted()).toEqual(
    [...manyIds("before", 300), ...manyIds("after", 300)].map((event) => `${id} ${event}`).toSorted(),
  );
  const { items } = await store.listDeliveries({ states: ["delivered"], limit: 1_000 });
  expect(items).toHaveLength(600);
});

test("retries by the policy, wakes up for each retry, and stops when the policy ends", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const [recovering, failing] = await addEvents(store, id, ["recovering", "failing"]);
  startWorker(store, ({ eventId, attempt }) =>
    respond(eventId === "recovering" && attempt === 3 ? 200 : 500),
  );
  await untilDone(store);
  expect(await store.getDelivery(recovering ?? "")).toMatchObject({ state: "delivered", attempts: 3 });
  expect(await store.getDelivery(failing ?? "")).toMatchObject({
    state: "failed",
    failureReason: "exhausted",
    attempts: 4,
  });
});

test("uses the retry policy of an endpoint", async () => {
  const store = await createStore();
  const retryPolicy = { ...quickRetries, delaysMilliseconds: [1] };
  const { id } = await addEndpoint(store, { options: { retryPolicy } });
  const [delivery] = await addEvents(store, id, ["a1"]);
  startWorker(store, () => respond(500));
  await untilDone(store);
  expect(await store.getDelivery(delivery ?? "")).toMatchObject({ failureReason: "exhausted", attempts: 2 });
});

test("does not send or retry a delivery that is too old, unless it is resent", async () => {
  const store = await createStore();
  const old = await addEndpoint(store, { options: { maxAgeMilliseconds: 1 } });
  const [stale] = await addEvents(store, old.id, ["stale"]);
  const ageing = await addEndpoint(store, {
    options: {
      maxAgeMilliseconds: minute,
      retryPolicy: { ...quickRetries, delaysMilliseconds: [minute] },
    },
  });
  const [slow] = await addEvents(store, ageing.id, ["slow"]);
  const lasting = await addEndpoint(store);
  const [past] = await addEvents(store, lasting.id, ["past"], { expiresAt: steadyNow() - minute });
  await delay(5);
  const sent: string[] = [];
  startWorker(store, ({ eventId }) => {
    sent.push(eventId);
    return respond(eventId === "slow" ? 500 : 200);
  });
  await untilDone(store);
  expect(sent).toEqual(["slow"]);
  for (const id of [stale, slow, past]) {
    expect(await store.getDelivery(id ?? "")).toMatchObject({ state: "failed", failureReason: "expired" });
  }
  for (const { id } of [old, lasting]) {
    const [hour] = (await store.endpointStatistics(id, { since: 0 })).hours;
    expect(hour).toMatchObject({ failed: 1, attempts: 0, attemptMilliseconds: 0 });
  }
  expect(await store.listAttempts(stale ?? "")).toEqual([]);
  expect(await store.getDelivery(stale ?? "")).toMatchObject({ attempts: 0 });
  expect(await store.getEndpoint(old.id)).toMatchObject({ circuit: { state: "closed", failures: 0 } });
  await store.resend(stale ?? "");
  await untilDone(store);
  expect(sent).toEqual(["slow", "stale"]);
  expect(await store.getDelivery(stale ?? "")).toMatchObject({ state: "delivered" });
});

test("a send that throws counts as an attempt", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const [delivery] = await addEvents(store, id, ["a1"]);
  startWorker(store, async ({ attempt }) => {
    if (attempt === 1) throw new Error("no such key");
    return respond(200);
  });
  await untilDone(store);
  const attempts = await store.listAttempts(delivery ?? "");
  expect(
    attempts.map(({ errorCode, errorMessage, status }) => ({ errorCode, errorMessage, status })),
  ).toEqual([
    { errorCode: "send_failed", errorMessage: "no such key", status: undefined },
    { errorCode: undefined, errorMessage: undefined, status: 200 },
  ]);
});

test("a send that forgets to return its result counts as a failed attempt", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const [delivery] = await addEvents(store, id, ["a1"]);
  startWorker(store, async () => JSON.parse("null"));
  await untilDone(store);
  const attempts = await store.listAttempts(delivery ?? "");
  expect(attempts).toHaveLength(4);
  expect(attempts[0]).toMatchObject({
    errorCode: "send_failed",
    errorMessage: "send returned no attempt result; return an AttemptResult",
  });
});

test.for([
  { limits: { concurrency: 10, perEndpoint: 4 }, most: 8, maxOfOne: 4 },
  { limits: { concurrency: 3, perEndpoint: 4 }, most: 3, maxOfOne: 2 },
])(
  "sends at most $most requests, $maxOfOne to either of two endpoints, with limits of $limits",
  async (wanted) => {
    const store = await createStore();
    const endpoints = await Promise.all([1, 2].map(() => addEndpoint(store)));
    for (const { id } of endpoints) await addEvents(store, id, manyIds(id, 40));
    const now = new Map<string, number>();
    const seen = { most: 0, maxOfOne: 0 };
    startWorker(
      store,
      async (_, { id }) => {
        now.set(id, (now.get(id) ?? 0) + 1);
        const all = [...now.values()].reduce((sum, count) => sum + count, 0);
        seen.most = Math.max(seen.most, all);
        seen.maxOfOne = Math.max(seen.maxOfOne, now.get(id) ?? 0);
        await delay(1);
        now.set(id, (now.get(id) ?? 0) - 1);
        return respond(200);
      },
      wanted.limits,
    );
    await untilDone(store);
    expect(seen.most).toBe(wanted.most);
    expect(seen.maxOfOne).toBeGreaterThanOrEqual(wanted.maxOfOne);
    expect(seen.maxOfOne).toBeLessThanOrEqual(wanted.limits.perEndpoint);
  },
);

test("a hanging endpoint does not delay the others", async () => {
  const store = await createStore();
  const slow = await addEndpoint(store);
  await addEvents(store, slow.id, manyIds("slow", 100));
  const quick = await addEndpoint(store);
  const gate = createGate();
  const worker = startWorker(
    store,
    async (_, { id }) => {
      if (id === slow.id) await gate.passed;
      return respond(200);
    },
    { concurrency: 20, perEndpoint: 5 },
  );
  await addEvents(store, quick.id, manyIds("quick", 100));
  await until(async () => {
    const { items } = await store.listDeliveries({ endpointId: quick.id, states: ["delivered"] });
    return items.length === 100;
  });
  expect(worker.inFlight).toBeGreaterThan(0);
  expect(worker.inFlight).toBeLessThanOrEqual(5);
  gate.open();
  await untilDone(store);
});

test("a tenant whose endpoints all hang does not delay another tenant", async () => {
  const store = await createStore();
  for (const id of manyIds("hanging", 8)) {
    await addEndpoint(store, { id, tenant: "greedy" });
    await addEvents(store, id, manyIds(id, 20));
  }
  const gate = createGate();
  const limits = { concurrency: 32, perEndpoint: 4 };
  const worker = startWorker(
    store,
    async (_, { tenant }) => {
      if (tenant === "greedy") await gate.passed;
      return respond(200);
    },
    limits,
  );
  await until(() => worker.inFlight === 28);
  const quick = await addEndpoint(store, { tenant: "modest" });
  await addEvents(store, quick.id, manyIds("quick", 50));
  await until(async () => {
    const { items } = await store.listDeliveries({ endpointId: quick.id, states: ["delivered"] });
    return items.length === 50;
  });
  expect(worker.inFlight).toBe(28);
  gate.open();
  await untilDone(store);
});

test("a group with a backlog for many tenants does not delay a new delivery of another group", async () => {
  const store = await createStore();
  for (const id of manyIds("hanging", 400)) {
    await addEndpoint(store, { id, tenant: id, fairnessGroup: "greedy" });
    await addEvents(store, id, [id]);
  }
  const gate = createGate();
  const worker = startWorker(
    store,
    async (_, { fairnessGroup }) => {
      if (fairnessGroup === "greedy") await gate.passed;
      return respond(200);
    },
    { concurrency: 32, perEndpoint: 4 },
  );
  await until(() => worker.inFlight === 28);
  const quick = await addEndpoint(store, { fairnessGroup: "modest" });
  await addEvents(store, quick.id, ["a1"]);
  await until(async () => {
    const { items } = await store.listDeliveries({ endpointId: quick.id, states: ["delivered"] });
    return items.length === 1;
  });
  expect(worker.inFlight).toBe(28);
  gate.open();
  await untilDone(store);
});

test("several workers on one store send each delivery once", async () => {
  const store = await createStore();
  const endpoints = await Promise.all(manyIds("e", 10).map((id) => addEndpoint(store, { id })));
  const sent: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    startWorker(store, async ({ id }) => {
      sent.push(id);
      await delay(1);
      return respond(200);
    });
  }
  for (const { id } of endpoints) await addEvents(store, id, manyIds(id, 50));
  await untilDone(store);
  expect(sent).toHaveLength(500);
  expect(new Set(sent).size).toBe(500);
});

test("repeats a notice until it is accepted", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["a1"]);
  const notices: DisabledNotice[] = [];
  startWorker(store, () => respond(410), {
    pollMilliseconds: 2,
    onNotice(notice) {
      notices.push(notice);
      if (notices.length === 1) throw new Error("mail server is down");
    },
  });
  await until(async () => notices.length === 2 && (await store.listNotices()).length === 0);
  expect(notices.map(({ endpointId, reason }) => [endpointId, reason])).toEqual([
    [id, "gone"],
    [id, "gone"],
  ]);
});

test("an endpoint with an open circuit is not called until its probe is due", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, manyIds("a", 12));
  let up = false;
  let failures = 0;
  startWorker(
    store,
    () => {
      if (!up) failures += 1;
      return respond(up ? 200 : 400 + 100);
    },
    {
      circuitPolicy: { ...quickCircuit, openMilliseconds: 40 },
      retryPolicy: { ...quickRetries, delaysMilliseconds: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] },
      perEndpoint: 3,
    },
  );
  await until(async () => (await store.getEndpoint(id))?.circuit.state === "open");
  const whenOpened = failures;
  up = true;
  await untilDone(store);
  expect(whenOpened).toBe(3);
  expect((await store.getEndpoint(id))?.circuit).toEqual({ state: "closed", failures: 0 });
  const { items } = await store.listDeliveries({ states: ["delivered"] });
  expect(items).toHaveLength(12);
});

test("410 stops claimed deliveries: only those in flight are sent", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, manyIds("a", 30));
  let sends = 0;
  startWorker(
    store,
    () => {
      sends += 1;
      return respond(410);
    },
    { perEndpoint: 4 },
  );
  await untilDone(store);
  expect(sends).toBe(4);
  const { items } = await store.listDeliveries({ states: ["failed"] });
  expect(items.filter(({ failureReason }) => failureReason === "gone")).toHaveLength(4);
  expect(items.filter(({ failureReason }) => failureReason === "disabled")).toHaveLength(26);
});

test("advances recoveries and expires deliveries while sending", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  await addEvents(store, id, manyIds("a", 5));
  let status = 400;
  startWorker(store, () => respond(status), {
    pollMilliseconds: 2,
    retention: { deliveredMilliseconds: 0, failedMilliseconds: minute },
  });
  await untilDone(store);
  status = 200;
  const { id: recoveryId } = await store.startRecovery({ endpointId: id, failedSince: 0, perSecond: 1_000 });
  await until(async () => (await store.getRecovery(recoveryId))?.status === "done");
  await untilDone(store);
  expect((await store.getRecovery(recoveryId))?.recovered).toBe(5);
  expect((await store.listDeliveries({ states: ["failed"] })).items).toEqual([]);
});

test.for(["concurrency", "perEndpoint", "leaseMilliseconds", "pollMilliseconds"] as const)(
  "%s must be a whole number of at least 1",
  async (name) => {
    for (const value of [0, -1, 1.5, Number.NaN]) {
      const options = { store: await createStore(), send: () => respond(200), [name]: value };
      expect(() => createDeliveryWorker(options)).toThrow(
        expect.objectContaining({ code: "invalid_option" }),
      );
    }
  },
);

test("a worker runs once", async () => {
  const worker = startWorker(await createStore(), () => respond(200));
  expect(() => worker.start()).toThrow(expect.objectContaining({ code: "invalid_option" }));
  await Promise.all([worker.stop(), worker.stop()]);
});
