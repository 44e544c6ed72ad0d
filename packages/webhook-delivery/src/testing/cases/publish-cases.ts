import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import { addEndpoint, claim, eventIds, refuses } from "../kit/store-kit.ts";

/** Cases for publishing to a tenant's endpoints. */
export const publishCases: readonly DeliveryStoreCase[] = [
  {
    name: "a published event goes to the endpoints of its tenant that subscribe to its type",
    async run({ store }) {
      const one = await addEndpoint(store, { tenant: "acme", eventTypes: ["invoice.sent", "invoice.paid"] });
      const other = await addEndpoint(store, { tenant: "acme", eventTypes: ["invoice.sent"] });
      await addEndpoint(store, { tenant: "acme", eventTypes: ["invoice.resent"] });
      await addEndpoint(store, { tenant: "rival", eventTypes: ["invoice.sent"] });
      const gone = await addEndpoint(store, { tenant: "acme", eventTypes: ["invoice.sent"] });
      await store.deleteEndpoint(gone.id);
      const [both, single] = await store.publish([
        { id: "a1", tenant: "acme", type: "invoice.sent", body: "{}", metadata: { a: "b" } },
        { id: "a2", tenant: "acme", type: "invoice.paid", body: "{}" },
      ]);
      assert.deepEqual(
        both?.deliveries.map(({ endpointId }) => endpointId),
        [one.id, other.id],
      );
      assert.deepEqual(
        single?.deliveries.map(({ endpointId }) => endpointId),
        [one.id],
      );
      assert.deepEqual(eventIds(await claim(store)), ["a1", "a1", "a2"]);
      const stored = await store.getEvent({ tenant: "acme", id: "a1" });
      assert.deepEqual(stored?.metadata, { a: "b" });
    },
  },
  {
    name: "a wildcard subscribes to all event types below a prefix",
    async run({ store }) {
      const tenant = "acme";
      const family = await addEndpoint(store, { tenant, eventTypes: ["invoice.*"] });
      const part = await addEndpoint(store, { tenant, eventTypes: ["invoice.line.*", "invoice.paid"] });
      const types = ["invoice.paid", "invoice.line.added", "invoice", "invoices.paid"];
      const published = await store.publish(types.map((type) => ({ id: type, tenant, type, body: "{}" })));
      assert.deepEqual(
        published.map(({ deliveries }) => deliveries.map(({ endpointId }) => endpointId)),
        [[family.id, part.id], [family.id, part.id], [], []],
      );
      const listed = await store.listEndpoints({ tenant, eventType: "invoice.due" });
      assert.deepEqual(
        listed.items.map(({ id }) => id),
        [family.id],
      );
    },
  },
  {
    name: "a published event without subscribers creates no delivery",
    async run({ store }) {
      await addEndpoint(store, { eventTypes: ["invoice.sent"] });
      const published = await store.publish([{ id: "a1", type: "invoice.paid", body: "{}" }]);
      assert.deepEqual(published, [{ eventId: "a1", deliveries: [], unknownEndpointIds: [] }]);
      assert.deepEqual((await claim(store)).deliveries, []);
    },
  },
  {
    name: "an event that is published again reaches each subscriber once",
    async run({ store }) {
      const event = { id: "a1", type: "invoice.paid", body: "{}" };
      await addEndpoint(store);
      await store.publish([event]);
      const late = await addEndpoint(store);
      const [again] = await store.publish([event]);
      assert.deepEqual(
        again?.deliveries.map(({ created }) => created),
        [false, true],
      );
      assert.equal(again?.deliveries[1]?.endpointId, late.id);
      assert.equal((await claim(store)).deliveries.length, 2);
    },
  },
  {
    name: "a published event reaches only endpoints whose conditions it meets and whose channels it shares",
    async run({ store }) {
      const free = await addEndpoint(store, {
        filter: [{ field: ["user", "plan"], oneOf: ["free", "trial"] }],
      });
      const deep = await addEndpoint(store, {
        filter: [
          { field: ["user", "plan"], equals: "pro" },
          { field: ["user", "name"], exists: false },
        ],
      });
      const europe = await addEndpoint(store, { channels: ["eu", "uk"] });
      const all = await addEndpoint(store, { filter: [], channels: [] });
      const targetsOf = async (id: string, body: string, channels?: readonly string[]): Promise<unknown> => {
        const [event] = await store.publish([{ id, type: "invoice.paid", body, channels }]);
        return event?.deliveries.map(({ endpointId }) => endpointId);
      };
      assert.deepEqual(await targetsOf("a1", '{"user":{"plan":"free"}}'), [free.id, all.id]);
      assert.deepEqual(await targetsOf("a2", '{"user":{"plan":"pro"}}', ["us", "uk"]), [
        deep.id,
        europe.id,
        all.id,
      ]);
      assert.deepEqual(await targetsOf("a3", '{"user":{"plan":"pro","name":"Ada"}}', ["us"]), [all.id]);
      assert.deepEqual(await targetsOf("a4", "no JSON"), [all.id]);

      const before = await store.getEndpoint(free.id);
      assert.deepEqual(before?.filter, [{ field: ["user", "plan"], oneOf: ["free", "trial"] }]);
      assert.deepEqual((await store.updateEndpoint(free.id, { channels: ["eu"] })).filter, before.filter);
      await store.updateEndpoint(free.id, { filter: null, channels: null });
      assert.deepEqual(await targetsOf("a5", "no JSON"), [free.id, all.id]);
      const [enqueued] = await store.enqueue([
        { id: "a6", type: "invoice.paid", body: "{}", endpointIds: [deep.id, europe.id] },
      ]);
      assert.equal(enqueued?.deliveries.length, 2);
    },
  },
  {
    name: "invalid filters and channels are rejected",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await refuses(store.updateEndpoint(id, { filter: [{ field: ["a"] }] }), "invalid_endpoint");
      await refuses(addEndpoint(store, { channels: [""] }), "invalid_endpoint");
      const event = { id: "a1", type: "invoice.sent", body: "{}" };
      await refuses(
        store.publish([{ ...event, channels: Array.from({ length: 101 }, String) }]),
        "invalid_event",
      );
    },
  },
  {
    name: "an event with an invalid tenant is rejected",
    async run({ store }) {
      const event = { id: "a1", type: "invoice.sent", body: "{}" };
      await refuses(store.publish([{ ...event, tenant: "a\u0000b" }]), "invalid_event");
      await refuses(store.publish([{ ...event, type: "" }]), "invalid_event");
    },
  },
];
