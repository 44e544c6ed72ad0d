import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  day,
  eventIds,
  exhaustion,
  manyIds,
  quickCircuit,
  read,
  record,
  refusal,
  refuses,
  resultOf,
  success,
} from "../kit/store-kit.ts";

const retention = { deliveredMilliseconds: 30 * day, failedMilliseconds: 90 * day };

/** Cases for retention and removal. */
export const retentionCases: readonly DeliveryStoreCase[] = [
  {
    name: "delivered and failed deliveries are deleted after their retention, with their attempts and events",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [delivered, failed] = await addEvents(store, id, ["a1", "a2"]);
      const [first, second] = (await claim(store)).deliveries;
      assert(first !== undefined && second !== undefined);
      await record(store, clock, [first], success);
      await record(store, clock, [second], refusal);
      const clean = async (): Promise<void> => {
        while (await store.removeExpired(retention));
      };
      clock.advance(30 * day);
      await clean();
      assert.equal((await read(store, delivered)).state, "delivered");
      clock.advance(1);
      await clean();
      assert.equal(await store.getDelivery(delivered ?? ""), undefined);
      assert.deepEqual(await store.listAttempts(delivered ?? ""), []);
      assert.equal(await store.getEvent({ id: "a1" }), undefined);
      assert.equal((await read(store, failed)).state, "failed");
      assert.equal((await store.listAttempts(failed ?? "")).length, 1);
      clock.advance(61 * day);
      await clean();
      assert.equal(await store.getDelivery(failed ?? ""), undefined);
      assert.equal(await store.getEvent({ id: "a2" }), undefined);
      assert.deepEqual((await store.endpointStatistics(id, { since: 0 })).hours, []);
    },
  },
  {
    name: "unfinished deliveries are kept at any age, and an event as long as a delivery needs it",
    async run({ store, clock }) {
      const one = await addEndpoint(store);
      const held = await addEndpoint(store);
      await addEvents(store, one.id, ["a1"], { endpointIds: [one.id, held.id] });
      await store.setHold({ endpointId: held.id }, "test");
      await record(store, clock, (await claim(store)).deliveries, success);
      clock.advance(365 * day);
      while (await store.removeExpired(retention));
      assert.equal((await store.listDeliveries()).items.length, 1);
      await store.clearHold({ endpointId: held.id }, "test");
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
    },
  },
  {
    name: "a failed delivery that blocks its group is kept",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [head] = await addEvents(store, id, ["a1"], { ordering: { key: "k", onFailure: "block" } });
      await record(store, clock, (await claim(store)).deliveries, exhaustion);
      clock.advance(365 * day);
      while (await store.removeExpired(retention));
      assert.equal((await read(store, head)).state, "failed");
    },
  },
  {
    name: "the cleaner works in batches, and skips rows that are kept",
    async run({ store, clock }) {
      const held = await addEndpoint(store);
      await store.setHold({ endpointId: held.id }, "test");
      await addEvents(store, held.id, manyIds("kept", 450));
      const { id } = await addEndpoint(store);
      const ids = await addEvents(store, id, manyIds("a", 300));
      const claimMany = () => claim(store, { limit: 300, roomOf: () => 300 });
      // A store can return fewer than the limit.
      for (let claimed = await claimMany(); claimed.deliveries.length > 0; claimed = await claimMany())
        await record(store, clock, claimed.deliveries, success);
      clock.advance(31 * day);
      let batches = 0;
      while (await store.removeExpired(retention)) batches += 1;
      assert(batches > 0, "more than one batch");
      assert.equal(await store.getDelivery(ids[0] ?? ""), undefined);
      assert.equal(await store.getDelivery(ids[299] ?? ""), undefined);
      assert.equal((await store.endpointStatistics(held.id, { since: 0 })).pending, 450);
    },
  },
  {
    name: "bodies of a tenant are expunged with the responses; deliveries stay on record and are not resent",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store, { tenant: "acme" });
      const paused = await addEndpoint(store, { tenant: "acme" });
      const other = await addEndpoint(store, { tenant: "other" });
      await store.setHold({ endpointId: paused.id }, "test");
      const [delivered, failed] = await addEvents(store, id, ["a1", "a2"]);
      const [open] = await addEvents(store, id, ["open"], { endpointIds: [id, paused.id] });
      const [theirs] = await addEvents(store, other.id, ["a1"]);
      const claimed = (await claim(store)).deliveries;
      const result = {
        ...resultOf(200, clock.now()),
        responseExcerpt: "Ada",
        responseHeaders: { "x-name": "Ada" },
      };
      const records = claimed.map((delivery) => ({
        delivery,
        result,
        outcome: (delivery.eventId === "a2" ? refusal : success).outcome,
      }));
      const policy = { circuitPolicy: quickCircuit, disableAfterMilliseconds: 5 * day };
      await store.recordAttempts({ records, ...policy });
      const failedSince = clock.now();
      clock.advance(day);
      const [young] = await addEvents(store, id, ["young"]);
      await record(store, clock, (await claim(store)).deliveries, success);

      const input = { tenant: "acme", before: clock.now() };
      await refuses(store.expunge({ ...input, before: Number.NaN }), "invalid_option");
      assert.equal(await store.expunge({ ...input, before: failedSince }), 0);
      assert.equal(await store.countRecoverable({ endpointId: id, failedSince }), 1);
      assert.equal(await store.expunge(input), 2);
      assert.equal(await store.expunge(input), 0);

      const bodyOf = async (tenant: string, event: string): Promise<string | undefined> =>
        (await store.getEvent({ tenant, id: event }))?.body;
      assert.equal(await bodyOf("acme", "a1"), "");
      assert.equal((await store.getEvent({ tenant: "acme", id: "a2" }))?.expungedAt, clock.now());
      assert.equal(await bodyOf("acme", "open"), JSON.stringify({ eventId: "open" }));
      assert.equal(await bodyOf("acme", "young"), JSON.stringify({ eventId: "young" }));
      assert.equal(await bodyOf("other", "a1"), JSON.stringify({ eventId: "a1" }));
      const excerptOf = async (delivery: string | undefined): Promise<unknown> => {
        const [attempt] = await store.listAttempts(delivery ?? "");
        return [attempt?.status, attempt?.responseExcerpt, attempt?.responseHeaders];
      };
      assert.deepEqual(await excerptOf(delivered), [200, undefined, undefined]);
      assert.deepEqual(await excerptOf(theirs), [200, "Ada", { "x-name": "Ada" }]);
      assert.equal((await read(store, delivered)).state, "delivered");
      assert.equal((await read(store, failed)).failureReason, "rejected");

      await refuses(store.resend(delivered ?? ""), "event_expunged");
      await refuses(store.resend(failed ?? ""), "event_expunged");
      // One call is rejected; concurrent ones succeed.
      await Promise.all([
        refuses(addEvents(store, id, ["a1"]), "event_expunged"),
        addEvents(store, id, ["beside"]),
      ]);
      assert.equal((await store.resend(young ?? "")).state, "scheduled");
      assert.equal((await store.resend(open ?? "")).state, "scheduled");
      assert.equal(await store.countRecoverable({ endpointId: id, failedSince }), 0);
      await store.startRecovery({ endpointId: id, failedSince });
      await store.advanceRecoveries();
      assert.equal((await read(store, failed)).state, "failed");
      assert.deepEqual(eventIds(await claim(store)), ["beside", "open", "young"]);
    },
  },
  {
    name: "only deleted events are removed, with their deliveries and attempts",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store, { tenant: "acme" });
      await addEvents(store, id, ["a1", "a2", "a3"]);
      await record(store, clock, (await claim(store, { limit: 1 })).deliveries, success);
      const [delivered] = (await store.listDeliveries({ eventId: "a1" })).items;
      const keys = ["a1", "a2", "unknown"].map((eventId) => ({ tenant: "acme", id: eventId }));
      await store.removeEvents(keys);
      assert.deepEqual(
        (await store.listDeliveries()).items.map(({ eventId }) => eventId),
        ["a3"],
      );
      assert.deepEqual(await store.listAttempts(delivered?.id ?? ""), []);
      assert.equal(await store.getEvent({ tenant: "acme", id: "a1" }), undefined);
      assert.deepEqual(eventIds(await claim(store)), ["a3"]);
    },
  },
];
