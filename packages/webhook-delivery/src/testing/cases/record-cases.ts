import assert from "node:assert/strict";
import { latencyPercentile } from "../../queue/latency-counts.ts";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  day,
  eventIds,
  exhaustion,
  manyIds,
  quickCircuit,
  read,
  record,
  refusal,
  resultOf,
  retryAt,
  second,
  success,
  withoutAbsent,
} from "../kit/store-kit.ts";

/** Cases for recording attempts. */
export const recordCases: readonly DeliveryStoreCase[] = [
  {
    name: "a success is written with its attempt",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const delivery = await claimOne(store);
      clock.advance(40);
      const result = {
        ...resultOf(200, clock.now()),
        responseHeaders: { "content-type": "text/plain" },
        responseExcerpt: "göt it\n",
        timings: { dns: 1, connect: 2.5, firstByte: 20, total: 33.25 },
      };
      const outcome = { state: "delivered" } as const;
      await store.recordAttempts({
        records: [{ delivery, result, outcome }],
        circuitPolicy: quickCircuit,
        disableAfterMilliseconds: 5 * day,
      });
      assert.deepEqual(withoutAbsent(await store.listAttempts(delivery.id)), [
        { deliveryId: delivery.id, number: 1, ...result },
      ]);
      assert.deepEqual(withoutAbsent(await read(store, delivery.id)), {
        id: delivery.id,
        eventId: "a1",
        eventType: "invoice.paid",
        endpointId: id,
        state: "delivered",
        attempts: 1,
        lastStatus: 200,
        createdAt: delivery.createdAt,
        finishedAt: clock.now(),
      });
      assert.deepEqual((await claim(store)).deliveries, []);
    },
  },
  {
    name: "a retried failure comes due at its time, with the next attempt number",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const first = await claimOne(store);
      const at = clock.now() + 1.05 * second;
      await record(store, clock, [first], retryAt(at));
      const { state, dueAt, lastStatus } = await read(store, first.id);
      assert.deepEqual({ state, dueAt, lastStatus }, { state: "scheduled", dueAt: at, lastStatus: 503 });
      assert.equal((await claim(store)).nextAt, at);
      clock.advance(1.05 * second);
      const next = await claimOne(store);
      assert.deepEqual([next.attempt, next.scheduledAttempt, next.dueAt], [2, 2, at]);
      await record(store, clock, [next], exhaustion);
      const attempts = await store.listAttempts(first.id);
      assert.deepEqual(
        attempts.map(({ number, nextAttemptAt }) => [number, nextAttemptAt]),
        [
          [1, at],
          [2, undefined],
        ],
      );
      const failed = await read(store, first.id);
      assert.deepEqual([failed.state, failed.failureReason, failed.attempts], ["failed", "exhausted", 2]);
    },
  },
  {
    name: "an attempt aborted by the sender is logged, and does not change the schedule",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const outcome = { state: "scheduled", at: clock.now() } as const;
      await record(store, clock, [await claimOne(store)], { end: "aborted", outcome });
      const next = await claimOne(store);
      assert.deepEqual([next.attempt, next.scheduledAttempt], [2, 1]);
      const [attempt] = await store.listAttempts(next.id);
      assert.equal(attempt?.errorCode, "aborted");
      assert.equal((await read(store, next.id)).lastErrorCode, "aborted");
    },
  },
  {
    name: "a delivery that expires unsent fails without an attempt, and not again after it was resent",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["old", "tried"]);
      const { deliveries } = await claim(store);
      const [old, tried] = deliveries;
      assert(old !== undefined && tried !== undefined);
      assert.equal(old.resends, 0);
      await record(store, clock, [tried], retryAt(clock.now()));
      const again = await claimOne(store);
      assert.equal(again.resends, 0, "a retry is not a resend");
      const expiry = { end: "expired", outcome: { state: "failed", reason: "expired" } } as const;
      await record(store, clock, [old, again], expiry);
      const [first, second] = [await read(store, old.id), await read(store, tried.id)];
      assert.deepEqual([first.failureReason, first.attempts, first.lastErrorCode], ["expired", 0, undefined]);
      assert.deepEqual([second.failureReason, second.attempts, second.lastStatus], ["expired", 1, 503]);
      assert.deepEqual(await store.listAttempts(old.id), []);
      const [hour] = (await store.endpointStatistics(id, { since: 0 })).hours;
      assert.deepEqual([hour?.failed, hour?.attempts, hour?.attemptMilliseconds], [2, 1, 12]);
      await store.resend(old.id);
      const resent = await claimOne(store);
      assert.deepEqual([resent.attempt, resent.resends], [1, 1]);
      await record(store, clock, [resent], refusal);
      await store.resend(old.id);
      assert.equal((await claimOne(store)).resends, 2);
    },
  },
  {
    name: "one batch records different outcomes for many endpoints",
    async run({ store, clock }) {
      const endpoints = [await addEndpoint(store), await addEndpoint(store), await addEndpoint(store)];
      for (const [index, { id }] of endpoints.entries()) await addEvents(store, id, manyIds(`${index}-`, 20));
      const { deliveries } = await claim(store);
      assert.equal(deliveries.length, 60);
      const records = deliveries.map((delivery, index) => ({
        delivery: index === 0 ? { ...delivery, fence: delivery.fence + 1 } : delivery,
        result: resultOf(index % 2 === 0 ? 200 : 400, clock.now()),
        outcome: index % 2 === 0 ? success.outcome : refusal.outcome,
      }));
      const { refused } = await store.recordAttempts({
        records,
        circuitPolicy: quickCircuit,
        disableAfterMilliseconds: 5 * day,
      });
      assert.deepEqual(refused, [deliveries[0]?.id]);
      const states = await Promise.all(deliveries.map(async ({ id }) => (await read(store, id)).state));
      assert.deepEqual(
        states,
        deliveries.map((_, index) => (index === 0 ? "sending" : index % 2 === 0 ? "delivered" : "failed")),
      );
    },
  },
  {
    name: "statistics count outcomes by hour",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const started = clock.now();
      await addEvents(store, id, ["a1", "a2", "a3", "a4"]);
      const { deliveries } = await claim(store, { limit: 3 });
      await record(store, clock, deliveries.slice(0, 1), success);
      await record(store, clock, deliveries.slice(1, 2), refusal);
      clock.advance(3_600 * second);
      const [last] = deliveries.slice(2);
      assert(last !== undefined);
      await record(store, clock, [last], retryAt(clock.now() + second));
      const { hours, ...now } = await store.endpointStatistics(id, { since: started });
      assert.deepEqual(now, {
        endpointId: id,
        failingSince: started,
        pending: 2,
        sending: 0,
        oldestDueAt: started,
      });
      const hour = Date.UTC(2026, 0, 5, 12);
      const counts = hours.map(({ latencies: _latencies, ...counts }) => counts);
      assert.deepEqual(counts, [
        { hour, delivered: 1, failed: 1, attempts: 2, attemptMilliseconds: 24 },
        { hour: hour + 3_600 * second, delivered: 0, failed: 0, attempts: 1, attemptMilliseconds: 12 },
      ]);
      // Each took 12 ms, which is counted as evenly spread over 10 to 20.
      const medians = hours.map(({ latencies }) => latencyPercentile(latencies, 0.5));
      assert.deepEqual(medians, [15, 15]);
      const recent = await store.endpointStatistics(id, { since: clock.now() });
      assert.equal(recent.hours.length, 1);
    },
  },
  {
    name: "recording a delivery of an endpoint that was deleted in the meantime has no effect",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const held = await claimOne(store);
      await store.deleteEndpoint(id);
      await record(store, clock, [held], success);
      assert.deepEqual(eventIds(await claim(store)), []);
    },
  },
];
