import assert from "node:assert/strict";
import type { Ordering } from "../../model/event-input.ts";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  eventIds,
  exhaustion,
  read,
  record,
  retryAt,
  second,
  success,
} from "../kit/store-kit.ts";

const block: { ordering: Ordering } = { ordering: { key: "page-1", onFailure: "block" } };
const skip: { ordering: Ordering } = { ordering: { key: "page-1", onFailure: "skip" } };

/** Cases for ordering keys. */
export const orderingCases: readonly DeliveryStoreCase[] = [
  {
    name: "deliveries with the same key are sent one at a time, in the order they were enqueued",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [, waiting] = await addEvents(store, id, ["a1", "a2", "a3"], block);
      assert.equal((await read(store, waiting)).state, "waiting");
      for (const eventId of ["a1", "a2", "a3"]) {
        const head = await claimOne(store);
        assert.equal(head.eventId, eventId);
        await record(store, clock, [head], success);
      }
      assert.deepEqual((await claim(store)).deliveries, []);
    },
  },
  {
    name: "other keys, other endpoints and deliveries without a key are not held up",
    async run({ store }) {
      const one = await addEndpoint(store);
      const other = await addEndpoint(store);
      await addEvents(store, one.id, ["a1", "a2"], block);
      await addEvents(store, one.id, ["b1"], { ordering: { key: "page-2", onFailure: "block" } });
      await addEvents(store, other.id, ["c1"], block);
      await addEvents(store, one.id, ["d1"]);
      assert.deepEqual(eventIds(await claim(store)), ["a1", "b1", "c1", "d1"]);
    },
  },
  {
    name: "the group waits while its first delivery is between two attempts",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2"], skip);
      await record(store, clock, [await claimOne(store)], retryAt(clock.now() + second));
      assert.deepEqual((await claim(store)).deliveries, []);
      clock.advance(second);
      assert.equal((await claimOne(store)).eventId, "a1");
    },
  },
  {
    name: "`skip`: after a permanent failure, the next delivery is sent",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2", "a3"], skip);
      await record(store, clock, [await claimOne(store)], exhaustion);
      assert.equal((await claimOne(store)).eventId, "a2");
    },
  },
  {
    name: "`block`: after a permanent failure, the group waits until the delivery is resent successfully",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [head] = await addEvents(store, id, ["a1", "a2"], block);
      await record(store, clock, [await claimOne(store)], exhaustion);
      assert.deepEqual((await claim(store)).deliveries, []);
      await addEvents(store, id, ["a3"], block);
      assert.deepEqual((await claim(store)).deliveries, [], "a new one waits too");
      await store.resend(head ?? "");
      await record(store, clock, [await claimOne(store)], success);
      assert.equal((await claimOne(store)).eventId, "a2");
    },
  },
  {
    name: "canceling the delivery that blocks a group unblocks it",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [first, second] = await addEvents(store, id, ["a1", "a2", "a3"], block);
      await record(store, clock, [await claimOne(store)], exhaustion);
      assert.equal((await store.cancelDelivery(first ?? "")).failureReason, "canceled");
      await store.cancelDelivery(second ?? "");
      assert.equal((await claimOne(store)).eventId, "a3");
    },
  },
  {
    name: "canceling a delivery in the middle of a group keeps the others in order",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [, middle] = await addEvents(store, id, ["a1", "a2", "a3"], block);
      const head = await claimOne(store);
      await store.cancelDelivery(middle ?? "");
      assert.deepEqual((await claim(store)).deliveries, []);
      await record(store, clock, [head], success);
      assert.equal((await claimOne(store)).eventId, "a3");
    },
  },
  {
    name: "recovered deliveries of a group are sent in order",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2", "a3"], skip);
      for (let turn = 0; turn < 3; turn += 1) {
        await record(store, clock, [await claimOne(store)], exhaustion);
        clock.advance(20 * second);
      }
      await store.enableEndpoint(id);
      await store.startRecovery({ endpointId: id, failedSince: 0 });
      await store.advanceRecoveries();
      for (const eventId of ["a1", "a2", "a3"]) {
        const head = await claimOne(store);
        assert.equal(head.eventId, eventId);
        await record(store, clock, [head], success);
      }
    },
  },
];
