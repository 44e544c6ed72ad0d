import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  eventIds,
  leaseMilliseconds,
  manyIds,
  record,
  second,
  success,
  withoutAbsent,
} from "../kit/store-kit.ts";

/** Cases for dividing claims among endpoints. */
export const claimCases: readonly DeliveryStoreCase[] = [
  {
    name: "a claimed delivery has everything needed to send it, and its endpoint is included",
    async run({ store, clock }) {
      const endpoint = await addEndpoint(store, { metadata: { a: 1 } });
      const dueAt = clock.now();
      const [id] = await addEvents(store, endpoint.id, ["a1"], {
        ordering: { key: "k", onFailure: "block" },
        metadata: { customer: "c1" },
      });
      clock.advance(10);
      const { deliveries, endpoints } = await claim(store);
      assert.equal(deliveries.length, 1);
      const { fence, ...delivery } = deliveries[0] ?? assert.fail("one delivery");
      assert(fence > 0);
      assert.deepEqual(withoutAbsent(delivery), {
        id,
        eventId: "a1",
        eventType: "invoice.paid",
        body: '{"eventId":"a1"}',
        metadata: { customer: "c1" },
        endpointId: endpoint.id,
        attempt: 1,
        scheduledAttempt: 1,
        resends: 0,
        ordering: { key: "k", onFailure: "block" },
        createdAt: dueAt,
        dueAt,
      });
      assert.deepEqual([...endpoints], [[endpoint.id, endpoint]]);
    },
  },
  {
    name: "an endpoint with a long backlog does not crowd out the others",
    async run({ store }) {
      const busy = await addEndpoint(store);
      await addEvents(store, busy.id, manyIds("busy", 300));
      for (const letter of ["a", "b", "c", "d", "e"]) {
        await addEvents(store, (await addEndpoint(store)).id, [`${letter}1`]);
      }
      const { deliveries, more } = await claim(store, { limit: 12 });
      const others = deliveries.filter(({ endpointId }) => endpointId !== busy.id);
      assert.deepEqual(eventIds({ deliveries: others }), ["a1", "b1", "c1", "d1", "e1"]);
      assert(deliveries.length > others.length, "the busy one has its share");
      assert.equal(more, "now");
    },
  },
  {
    name: "tenants share a claim's slots, however many endpoints each of them has",
    async run({ store }) {
      for (const id of manyIds("many", 8)) {
        await addEndpoint(store, { id, tenant: "many" });
        await addEvents(store, id, manyIds(`${id}-`, 20));
      }
      await addEndpoint(store, { id: "one", tenant: "one" });
      await addEvents(store, "one", manyIds("one-", 30));
      const { deliveries, more } = await claim(store, { limit: 32 });
      const ofOne = deliveries.filter(({ endpointId }) => endpointId === "one");
      assert.deepEqual([deliveries.length, ofOne.length, more], [32, 16, "now"]);
    },
  },
  {
    name: "fairness groups share a claim's slots, however many tenants each of them has",
    async run({ store }) {
      for (const id of manyIds("many", 130)) {
        await addEndpoint(store, { id, tenant: id, fairnessGroup: "many" });
        await addEvents(store, id, [`${id}-1`]);
      }
      const one = await addEndpoint(store, { tenant: "one", fairnessGroup: "one" });
      assert.equal(one.fairnessGroup, "one");
      await addEvents(store, one.id, manyIds("one-", 20));
      const { deliveries, more } = await claim(store, { limit: 10 });
      const ofOne = deliveries.filter(({ endpointId }) => endpointId === one.id);
      assert.deepEqual([deliveries.length, ofOne.length, more], [10, 5, "now"]);
    },
  },
  {
    name: "claims also rotate between a tenant's endpoints if it has more than slots",
    async run({ store }) {
      for (const id of manyIds("e", 6)) {
        await addEndpoint(store, { id, tenant: "many" });
        await addEvents(store, id, manyIds(`${id}-`, 3));
      }
      const leaseId = await store.openLease(leaseMilliseconds);
      const rounds: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        const { deliveries } = await claim(store, { leaseId, limit: 2, cursor: "many" });
        rounds.push(...deliveries.map(({ endpointId }) => endpointId));
      }
      assert.deepEqual(rounds.toSorted(), manyIds("e", 6));
    },
  },
  {
    name: "a claim of large bodies is truncated, and the next one continues",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const body = "x".repeat(6 * 1_024 * 1_024);
      for (const event of manyIds("a", 5)) await addEvents(store, id, [event], { body });
      const first = await claim(store);
      assert.deepEqual([eventIds(first), first.more], [["a1", "a2", "a3"], "now"]);
      assert.deepEqual(eventIds(await claim(store)), ["a4", "a5"]);
    },
  },
  {
    name: "claims rotate between endpoints if there are fewer slots",
    async run({ store }) {
      for (const letter of ["a", "b", "c", "d", "e"]) {
        await addEvents(store, (await addEndpoint(store)).id, manyIds(letter, 3));
      }
      const leaseId = await store.openLease(leaseMilliseconds);
      const rounds: string[][] = [];
      let cursor: string | undefined;
      for (let round = 0; round < 5; round += 1) {
        const got = await claim(store, { leaseId, limit: 2, cursor });
        cursor = got.cursor;
        rounds.push(got.deliveries.map(({ eventId }) => eventId.slice(0, 1)));
      }
      assert.deepEqual(rounds, [
        ["a", "b"],
        ["c", "d"],
        ["e", "a"],
        ["b", "c"],
        ["d", "e"],
      ]);
    },
  },
  {
    name: "an endpoint's oldest deliveries come first",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 9));
      const { deliveries } = await claim(store, { limit: 4 });
      assert.deepEqual(eventIds({ deliveries }), ["a1", "a2", "a3", "a4"]);
    },
  },
  {
    name: "no more of an endpoint's deliveries are claimed than the worker has slots for",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 9));
      const first = await claim(store, { roomOf: () => 4 });
      assert.equal(first.deliveries.length, 4);
      assert.equal(first.more, "after-one-ends");
      const second = await claim(store, { roomOf: () => 1 });
      assert.equal(second.deliveries.length, 1);
      const full = await claim(store, { roomOf: () => 0 });
      assert.deepEqual(full.deliveries, []);
      assert.equal(full.more, "after-one-ends");
    },
  },
  {
    name: "an endpoint's own limit counts the requests of all workers",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store, { maxConcurrency: 3 });
      await addEvents(store, id, manyIds("a", 9));
      const first = await claim(store, { limit: 2 });
      const other = await claim(store);
      assert.equal(first.deliveries.length + other.deliveries.length, 3);
      assert.deepEqual((await claim(store)).deliveries, []);
      await record(store, clock, first.deliveries.slice(0, 1), success);
      await claimOne(store);
    },
  },
  {
    name: "an endpoint's rate limit applies across workers, and the claim returns when to try again",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store, { rateLimit: { perSecond: 2, burst: 3 } });
      await addEvents(store, id, manyIds("a", 9));
      assert.equal((await claim(store, { limit: 1 })).deliveries.length, 1);
      const spent = await claim(store);
      assert.equal(spent.deliveries.length, 2);
      assert.equal(spent.nextAt, clock.now() + 0.5 * second);
      assert.deepEqual((await claim(store)).deliveries, []);
      clock.advance(0.5 * second);
      await claimOne(store);
      clock.advance(60 * second);
      assert.equal((await claim(store)).deliveries.length, 3);
    },
  },
  {
    name: "an empty queue has no deliveries and no next time",
    async run({ store }) {
      const { deliveries, more, nextAt } = await claim(store);
      assert.deepEqual({ deliveries, more, nextAt }, { deliveries: [], more: "none", nextAt: undefined });
    },
  },
];
