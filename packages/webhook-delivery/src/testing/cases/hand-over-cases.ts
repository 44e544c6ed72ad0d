import assert from "node:assert/strict";
import type { Claim, DeliveryTaker } from "../../store/delivery-queue.ts";
import type { DeliveryStore } from "../../store/delivery-store.ts";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  eventIds,
  leaseMilliseconds,
  manyIds,
  read,
  record,
  refuses,
  retryAt,
  second,
  success,
} from "../kit/store-kit.ts";
import type { TestClock } from "../kit/test-clock.ts";

/**
 * Creates an endpoint that has received a delivery, so that the store knows it, and a taker with free
 * slots.
 */
async function setUp(store: DeliveryStore, clock: TestClock, room = 10) {
  const { id } = await addEndpoint(store);
  await addEvents(store, id, ["first"]);
  await record(store, clock, (await claim(store)).deliveries, success);
  // A claim that finds no more removes the endpoint's turn.
  await claim(store);
  const leaseId = await store.openLease(leaseMilliseconds);
  const taken: Claim[] = [];
  const taker: DeliveryTaker = {
    room: () => room,
    roomOf: () => room,
    claim: async (write) => void taken.push(await write(leaseId)),
  };
  return { id, leaseId, taken, taker, takenIds: () => taken.flatMap((one) => eventIds(one)) };
}

/** Cases for handing deliveries to a worker of the same process. */
export const handOverCases: readonly DeliveryStoreCase[] = [
  {
    name: "a delivery is handed over when it is accepted, already claimed",
    async run({ store, clock }) {
      const { id, taken, taker } = await setUp(store, clock);
      const stop = store.handTo(taker);
      const [delivery] = await addEvents(store, id, ["a1"], { metadata: { key: "value" } });
      const [handed] = taken.flatMap(({ deliveries }) => deliveries);
      assert(handed !== undefined, "it is handed over");
      assert.equal((await read(store, delivery)).state, "sending");
      assert.deepEqual((await claim(store)).deliveries, [], "it is not claimed again");
      assert.equal(taken[0]?.endpoints.get(id)?.url, "https://hooks.example.com/in");
      assert.deepEqual(
        { ...handed, expiresAt: undefined, ordering: undefined },
        {
          id: delivery,
          eventId: "a1",
          eventType: "invoice.paid",
          body: '{"eventId":"a1"}',
          metadata: { key: "value" },
          expiresAt: undefined,
          ordering: undefined,
          endpointId: id,
          attempt: 1,
          scheduledAttempt: 1,
          resends: 0,
          createdAt: clock.now(),
          dueAt: clock.now(),
          fence: 1,
        },
      );
      assert.deepEqual(await record(store, clock, [handed], retryAt(clock.now() + second)), []);
      clock.advance(second);
      const again = await claim(store);
      assert.deepEqual(
        again.deliveries.map(({ attempt, body }) => [attempt, body]),
        [[2, '{"eventId":"a1"}']],
      );
      stop();
      await addEvents(store, id, ["a2"]);
      assert.equal(taken.length, 1, "no longer");
    },
  },
  {
    name: "handed-over deliveries are taken over with their lease, and none are handed over under a lost lease",
    async run({ store, clock }) {
      const { id, leaseId, taken, taker, takenIds } = await setUp(store, clock);
      store.handTo(taker);
      await addEvents(store, id, ["a1"]);
      const lost = taken.flatMap(({ deliveries }) => deliveries);
      clock.advance(leaseMilliseconds + second);
      assert.equal(await store.takeOverExpiredLeases(), 1);
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
      assert.deepEqual(await record(store, clock, lost, success), [lost[0]?.id]);
      assert.equal(await store.renewLease(leaseId, 1), undefined);
      await claim(store);
      await addEvents(store, id, ["a2"]);
      assert.deepEqual(takenIds(), ["a1"]);
      assert.deepEqual(eventIds(await claim(store)), ["a2"]);
    },
  },
  {
    name: "no more is handed over than there are slots, and none ahead of waiting deliveries",
    async run({ store, clock }) {
      const { id, taker, takenIds } = await setUp(store, clock, 2);
      store.handTo(taker);
      await addEvents(store, id, manyIds("a", 3));
      assert.deepEqual(takenIds(), ["a1", "a2"]);
      await addEvents(store, id, ["b1"]);
      assert.deepEqual(takenIds(), ["a1", "a2"], "a3 comes first");
      assert.deepEqual(eventIds(await claim(store)), ["a3", "b1"]);
    },
  },
  {
    name: "deliveries with other conditions are not handed over",
    async run({ store, clock }) {
      const { taker, takenIds } = await setUp(store, clock);
      const refused = {
        limited: await addEndpoint(store, { id: "limited", maxConcurrency: 4 }),
        slow: await addEndpoint(store, { id: "slow", rateLimit: { perSecond: 5, burst: 5 } }),
        held: await addEndpoint(store, { id: "held" }),
        plain: await addEndpoint(store, { id: "plain" }),
      };
      const rounds = async (suffix: string): Promise<void> => {
        for (const { id } of Object.values(refused)) await addEvents(store, id, [`${id}${suffix}`]);
      };
      await rounds("1");
      await record(store, clock, (await claim(store)).deliveries, success);
      await claim(store);
      await store.setHold({ endpointId: "held" }, "test");
      store.handTo(taker);
      await addEvents(store, "plain", ["later"], { dueAt: clock.now() + second });
      await addEvents(store, "plain", ["ordered"], { ordering: { key: "k", onFailure: "skip" } });
      for (const id of ["limited", "slow", "held"]) await addEvents(store, id, [`${id}2`]);
      assert.deepEqual(takenIds(), []);
    },
  },
  {
    name: "a repeated event is not handed over, and a conflicting one does not change the lease",
    async run({ store, clock }) {
      const { id, leaseId, taker, takenIds } = await setUp(store, clock);
      store.handTo(taker);
      await addEvents(store, id, ["first"]);
      await refuses(addEvents(store, id, ["first", "a1"], { body: "other" }), "event_conflict");
      assert.deepEqual(takenIds(), []);
      assert.equal(await store.getEvent({ id: "a1" }), undefined);
      assert.ok(await store.renewLease(leaseId, leaseMilliseconds));
    },
  },
];
