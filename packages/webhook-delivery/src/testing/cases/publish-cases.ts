import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import { addEndpoint, claim, eventIds, refuses } from "../kit/store-kit.ts";

/** What stores do with events that name a tenant in the place of endpoints. */
export const publishCases: readonly DeliveryStoreCase[] = [
  {
    name: "a published event goes to the endpoints of its tenant that subscribe to its type",
    async run({ store }) {
      const one = await addEndpoint(store, { tenant: "acme", eventTypes: ["site_view", "page_feedback"] });
      const other = await addEndpoint(store, { tenant: "acme", eventTypes: ["site_view"] });
      await addEndpoint(store, { tenant: "acme", eventTypes: ["site_viewed"] });
      await addEndpoint(store, { tenant: "rival", eventTypes: ["site_view"] });
      const gone = await addEndpoint(store, { tenant: "acme", eventTypes: ["site_view"] });
      await store.deleteEndpoint(gone.id);
      const [both, single] = await store.publish([
        { id: "a1", tenant: "acme", type: "site_view", body: "{}", metadata: { a: "b" } },
        { id: "a2", tenant: "acme", type: "page_feedback", body: "{}" },
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
    name: "a published event that nobody subscribes to leads to nothing",
    async run({ store }) {
      await addEndpoint(store, { eventTypes: ["site_view"] });
      const published = await store.publish([{ id: "a1", type: "page_feedback", body: "{}" }]);
      assert.deepEqual(published, [{ eventId: "a1", deliveries: [], unknownEndpointIds: [] }]);
      assert.deepEqual((await claim(store)).deliveries, []);
    },
  },
  {
    name: "an event that is published again reaches each subscriber once",
    async run({ store }) {
      const event = { id: "a1", type: "page_feedback", body: "{}" };
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
    name: "an event of a tenant that is no text is refused",
    async run({ store }) {
      const event = { id: "a1", type: "site_view", body: "{}" };
      await refuses(store.publish([{ ...event, tenant: "a\u0000b" }]), "invalid_event");
      await refuses(store.publish([{ ...event, type: "" }]), "invalid_event");
    },
  },
];
