import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  day,
  departure,
  eventIds,
  exhaustion,
  manyIds,
  read,
  record,
  recordFully,
  refusal,
  refuses,
  retryAt,
  second,
  success,
} from "../kit/store-kit.ts";

/** Cases for circuits and disabling endpoints. */
export const healthCases: readonly DeliveryStoreCase[] = [
  {
    name: "consecutive failures open the circuit, and a single probe across workers closes it",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 9));
      await record(store, clock, (await claim(store, { limit: 3 })).deliveries, exhaustion);
      assert.equal((await store.getEndpoint(id))?.circuit.state, "open");
      const held = await claim(store);
      assert.deepEqual(held.deliveries, []);
      assert.equal(held.nextAt, clock.now() + 10 * second);

      clock.advance(10 * second);
      const probe = await claimOne(store);
      assert.deepEqual((await claim(store)).deliveries, [], "a second worker");
      assert.equal((await store.getEndpoint(id))?.circuit.state, "half-open");
      await record(store, clock, [probe], success);
      assert.deepEqual((await store.getEndpoint(id))?.circuit, { state: "closed", failures: 0 });
      assert.equal((await claim(store)).deliveries.length, 5);
    },
  },
  {
    name: "an endpoint with an open circuit can be probed early, once",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 5));
      await record(store, clock, (await claim(store, { limit: 3 })).deliveries, exhaustion);
      assert.deepEqual((await claim(store)).deliveries, []);
      await store.probeEndpoint(id);
      const probe = await claimOne(store);
      assert.deepEqual((await claim(store)).deliveries, [], "one is enough");
      await store.probeEndpoint(id);
      assert.deepEqual((await claim(store)).deliveries, [], "while it is in flight");
      await record(store, clock, [probe], exhaustion);
      assert.equal(
        (await claim(store)).nextAt,
        clock.now() + 20 * second,
        "the probe counts as a normal attempt",
      );
    },
  },
  {
    name: "probing moves a retry forward if nothing is due, and skips endpoints without an open circuit",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 3));
      const { deliveries } = await claim(store);
      await record(store, clock, deliveries, retryAt(clock.now() + 60 * second));
      await store.probeEndpoint(id);
      await record(store, clock, [await claimOne(store)], success);
      assert.equal((await store.probeEndpoint(id)).circuit.state, "closed");
      assert.deepEqual((await claim(store)).deliveries, []);
      await refuses(store.probeEndpoint("ghost"), "endpoint_not_found");
    },
  },
  {
    name: "a failed probe opens the circuit for longer",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 9));
      await record(store, clock, (await claim(store, { limit: 3 })).deliveries, exhaustion);
      clock.advance(10 * second);
      await record(store, clock, [await claimOne(store)], exhaustion);
      assert.equal((await claim(store)).nextAt, clock.now() + 20 * second);
    },
  },
  {
    name: "a success in between keeps the circuit closed",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 5));
      const { deliveries } = await claim(store);
      await record(store, clock, deliveries.slice(0, 2), exhaustion);
      await record(store, clock, deliveries.slice(2, 3), success);
      await record(store, clock, deliveries.slice(3), exhaustion);
      assert.deepEqual((await store.getEndpoint(id))?.circuit, { state: "closed", failures: 2 });
    },
  },
  {
    name: "410 disables the endpoint immediately, with a notice until it is acknowledged",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2", "a3"]);
      const [first, second] = (await claim(store, { limit: 2 })).deliveries;
      assert(first !== undefined && second !== undefined);
      await record(store, clock, [first], departure);
      const endpoint = await store.getEndpoint(id);
      assert.deepEqual([endpoint?.status, endpoint?.disabledReason], ["disabled", "gone"]);
      await record(store, clock, [second], departure);
      const notices = await store.listNotices();
      assert.deepEqual(
        notices.map(({ endpointId, reason, disabledAt }) => ({ endpointId, reason, disabledAt })),
        [{ endpointId: id, reason: "gone", disabledAt: clock.now() }],
      );
      await store.acknowledgeNotice(notices[0]?.id ?? "");
      assert.deepEqual(await store.listNotices(), []);
    },
  },
  {
    name: "deliveries of a disabled endpoint are kept as failed when they come due",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [, waiting, later] = [
        ...(await addEvents(store, id, ["a1", "a2"])),
        ...(await addEvents(store, id, ["a3"], { dueAt: clock.now() + second })),
      ];
      await record(store, clock, (await claim(store, { limit: 1 })).deliveries, departure);
      assert.deepEqual((await claim(store)).deliveries, []);
      assert.equal((await read(store, waiting)).failureReason, "disabled");
      assert.equal((await read(store, later)).state, "scheduled");
      clock.advance(second);
      await claim(store);
      assert.equal((await read(store, later)).failureReason, "disabled");
      assert.equal((await store.getEvent({ id: "a3" }))?.id, "a3");
    },
  },
  {
    name: "five days of only failures disable the endpoint, and a single success restarts the count",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const attempt = async (event: string, end: typeof success): Promise<void> => {
        await addEvents(store, id, [event]);
        await record(store, clock, [await claimOne(store)], end);
      };
      await attempt("a1", refusal);
      assert.equal((await store.getEndpoint(id))?.failingSince, clock.now());
      clock.advance(4 * day);
      await attempt("a2", success);
      assert.equal((await store.getEndpoint(id))?.failingSince, undefined);
      const failingSince = clock.now();
      await attempt("a3", refusal);
      clock.advance(5 * day - 1);
      await attempt("a4", refusal);
      assert.equal((await store.getEndpoint(id))?.status, "active");
      clock.advance(1);
      await attempt("a5", retryAt(clock.now() + second));
      const endpoint = await store.getEndpoint(id);
      assert.deepEqual([endpoint?.status, endpoint?.disabledReason], ["disabled", "failing"]);
      const [notice] = await store.listNotices();
      assert.deepEqual([notice?.reason, notice?.failingSince], ["failing", failingSince]);
    },
  },
  {
    name: "an endpoint that is enabled starts with a clean record",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 4));
      await record(store, clock, (await claim(store, { limit: 3 })).deliveries, exhaustion);
      const endpoint = await store.enableEndpoint(id);
      assert.deepEqual(endpoint.circuit, { state: "closed", failures: 0 });
      assert.equal(endpoint.failingSince, undefined);
      assert.deepEqual(eventIds(await claim(store)), ["a4"]);
    },
  },
  {
    name: "recording returns the endpoints to pause",
    async run({ store, clock }) {
      const opened = await addEndpoint(store);
      const gone = await addEndpoint(store);
      const held = await addEndpoint(store);
      const deleted = await addEndpoint(store);
      const fine = await addEndpoint(store);
      for (const { id } of [opened, gone, held, deleted, fine]) await addEvents(store, id, manyIds(id, 3));
      const { deliveries } = await claim(store);
      await store.setHold({ endpointId: held.id }, "test");
      await store.deleteEndpoint(deleted.id);
      const heldAfter = async (id: string, end: typeof success): Promise<readonly string[]> => {
        const own = deliveries.filter(({ endpointId }) => endpointId === id);
        return (await recordFully(store, clock, own, end)).heldBack;
      };
      assert.deepEqual(await heldAfter(opened.id, exhaustion), [opened.id]);
      assert.deepEqual(await heldAfter(gone.id, departure), [gone.id]);
      assert.deepEqual(await heldAfter(held.id, success), [held.id]);
      assert.deepEqual(await heldAfter(deleted.id, success), [deleted.id]);
      assert.deepEqual(await heldAfter(fine.id, success), []);
    },
  },
];
