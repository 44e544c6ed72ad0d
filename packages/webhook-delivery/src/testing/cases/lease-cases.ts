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
  read,
  record,
  retryAt,
  second,
  success,
} from "../kit/store-kit.ts";

const hour = 3_600 * second;

/** Cases for workers' leases. */
export const leaseCases: readonly DeliveryStoreCase[] = [
  {
    name: "a delivery claimed by one worker is not claimed by another",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 40));
      const claims = await Promise.all([1, 2, 3, 4].map(() => claim(store, { limit: 10 })));
      const claimed = claims.flatMap(eventIds);
      assert.equal(new Set(claimed).size, claimed.length);
      const rest = await claim(store);
      assert.equal(claimed.length + rest.deliveries.length, 40);
    },
  },
  {
    name: "a dead worker's deliveries are taken over, and its late outcome is rejected",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const lost = await claimOne(store);
      assert.equal((await read(store, lost.id)).state, "sending");
      clock.advance(leaseMilliseconds);
      assert.equal(await store.takeOverExpiredLeases(), 0);
      clock.advance(1);
      assert.equal(await store.takeOverExpiredLeases(), 1);
      assert.deepEqual(await record(store, clock, [lost], success), [lost.id], "before it is claimed again");

      const held = await claimOne(store);
      assert(held.fence > lost.fence);
      assert.deepEqual(await record(store, clock, [lost], success), [lost.id], "after it was claimed again");
      assert.equal((await read(store, lost.id)).state, "sending");
      assert.deepEqual(await store.listAttempts(lost.id), []);
      assert.deepEqual(await record(store, clock, [held], success), []);
      assert.deepEqual(await record(store, clock, [held], success), [held.id], "a second time");
      assert.equal((await store.listAttempts(lost.id)).length, 1);
    },
  },
  {
    name: "times written by a clock two hours ahead are ignored once the clock is right",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const limited = await addEndpoint(store, { rateLimit: { perSecond: 1, burst: 1 } });
      await addEvents(store, id, ["retried", "lost"]);
      clock.advance(2 * hour);
      const { deliveries } = await claim(store, { limit: 2 });
      const [retried, lost] = deliveries;
      assert(retried !== undefined && lost !== undefined);
      await record(store, clock, [retried], retryAt(clock.now() + second));
      await addEvents(store, id, ["delayed"], { dueAt: clock.now() + second });
      await addEvents(store, limited.id, ["limited1", "limited2"]);
      assert.deepEqual(eventIds(await claim(store)), ["limited1"]);
      assert.deepEqual(eventIds(await claim(store)), []);
      clock.advance(-2 * hour);
      await store.takeOverExpiredLeases();
      clock.advance(second);
      const due = eventIds(await claim(store));
      assert.deepEqual(
        due,
        ["delayed", "limited2", "retried"].filter((name) => due.includes(name)),
      );
      clock.advance(2 * second);
      assert.deepEqual([...due, ...eventIds(await claim(store))].toSorted(), [
        "delayed",
        "limited2",
        "retried",
      ]);
      clock.advance(leaseMilliseconds);
      assert((await store.takeOverExpiredLeases()) > 0);
      assert.equal((await read(store, lost.id)).state, "scheduled");
    },
  },
  {
    name: "a due time in the future is kept when the clock is set back by less than a second",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const dueAt = clock.now() + hour;
      const [delivery] = await addEvents(store, id, ["a1"], { dueAt });
      clock.advance(-900);
      await store.takeOverExpiredLeases();
      assert.equal((await read(store, delivery)).dueAt, dueAt);
    },
  },
  {
    name: "a renewed lease is not taken over",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const leaseId = await store.openLease(leaseMilliseconds);
      const held = await claimOne(store, { leaseId });
      clock.advance(leaseMilliseconds - 1);
      assert.deepEqual(
        await store.renewLease(leaseId, leaseMilliseconds),
        await store.leasePosition(leaseId),
      );
      clock.advance(leaseMilliseconds - 1);
      assert.equal(await store.takeOverExpiredLeases(), 0);
      assert.deepEqual(await record(store, clock, [held], success), []);
    },
  },
  {
    name: "a lease that was taken over cannot be renewed or claimed under",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const leaseId = await store.openLease(leaseMilliseconds);
      clock.advance(leaseMilliseconds + 1);
      await store.takeOverExpiredLeases();
      await addEvents(store, id, ["a1"]);
      assert.equal(await store.renewLease(leaseId, leaseMilliseconds), undefined);
      assert.deepEqual(eventIds(await claim(store, { leaseId })), []);
      assert.notEqual(await store.openLease(leaseMilliseconds), leaseId);
    },
  },
  {
    name: "closing a lease releases its deliveries, and only those",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2", "a3"]);
      const leaseId = await store.openLease(leaseMilliseconds);
      const [finished, unsent] = (await claim(store, { leaseId, limit: 2 })).deliveries;
      assert(finished !== undefined && unsent !== undefined);
      await claimOne(store);
      await record(store, clock, [finished], success);
      await store.closeLease(leaseId);
      const again = await claimOne(store);
      assert.equal(again.id, unsent.id);
      assert.equal(again.attempt, 1);
    },
  },
  {
    name: "released deliveries are due again, but only those still held under their fence",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2"]);
      const leaseId = await store.openLease(leaseMilliseconds);
      const [unsent, sent] = (await claim(store, { leaseId })).deliveries;
      assert(unsent !== undefined && sent !== undefined);
      await record(store, clock, [sent], success);
      await store.giveBack([unsent, sent]);
      const again = await claimOne(store);
      assert.deepEqual([again.id, again.attempt], [unsent.id, 1]);
      await store.giveBack([unsent]);
      assert.deepEqual((await claim(store)).deliveries, [], "another worker holds it");
    },
  },
];
