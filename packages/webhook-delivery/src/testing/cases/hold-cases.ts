import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  departure,
  eventIds,
  read,
  record,
  refuses,
} from "../kit/store-kit.ts";

/** Cases for holds. */
export const holdCases: readonly DeliveryStoreCase[] = [
  {
    name: "an endpoint can be created with its own hold, in addition to its tenant's",
    async run({ store }) {
      await store.setHold({ tenant: "acme" }, "unpaid");
      const { id, holds } = await addEndpoint(store, { tenant: "acme", holds: ["unverified", "unpaid"] });
      assert.deepEqual(holds, ["unpaid", "unverified"]);
      await addEvents(store, id, ["a1"]);
      await store.clearHold({ tenant: "acme" }, "unpaid");
      assert.deepEqual(eventIds(await claim(store)), []);
      await store.clearHold({ endpointId: id }, "unverified");
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
      await refuses(addEndpoint(store, { holds: [""] }), "invalid_endpoint");
    },
  },
  {
    name: "a held endpoint's deliveries are accepted and wait until its last hold is cleared",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      await store.setHold({ endpointId: id }, "owner");
      await store.setHold({ endpointId: id }, "billing");
      await store.setHold({ endpointId: id }, "owner");
      assert.deepEqual((await store.getEndpoint(id))?.holds, ["billing", "owner"]);
      assert.equal((await store.getEndpoint(id))?.status, "active");
      const [later] = await addEvents(store, id, ["a2"]);
      const held = await claim(store);
      assert.deepEqual([eventIds(held), held.more, held.nextAt], [[], "none", undefined]);
      assert.equal((await read(store, later)).state, "scheduled");
      await store.clearHold({ endpointId: id }, "owner");
      assert.deepEqual(eventIds(await claim(store)), []);
      await store.clearHold({ endpointId: id }, "billing");
      await store.clearHold({ endpointId: id }, "billing");
      assert.deepEqual((await store.getEndpoint(id))?.holds, []);
      assert.deepEqual(eventIds(await claim(store)), ["a1", "a2"]);
    },
  },
  {
    name: "a tenant's hold applies to all its endpoints, including future ones, and to no others",
    async run({ store }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const rival = await addEndpoint(store, { tenant: "rival" });
      await store.setHold({ endpointId: one.id }, "owner");
      await store.setHold({ tenant: "acme" }, "installation");
      const later = await addEndpoint(store, { tenant: "acme" });
      assert.deepEqual(later.holds, ["installation"]);
      assert.deepEqual((await store.getEndpoint(one.id))?.holds, ["installation", "owner"]);
      for (const { id } of [one, later, rival]) await addEvents(store, id, [`to-${id}`]);
      assert.deepEqual(eventIds(await claim(store)), [`to-${rival.id}`]);
      await store.clearHold({ tenant: "acme" }, "installation");
      assert.deepEqual((await addEndpoint(store, { tenant: "acme" })).holds, []);
      assert.deepEqual(eventIds(await claim(store)), [`to-${later.id}`]);
      assert.deepEqual((await store.getEndpoint(one.id))?.holds, ["owner"]);
    },
  },
  {
    name: "an endpoint created while its tenant's hold changes ends up in the same state as the others",
    async run({ store }) {
      const tenant = "acme";
      const create = (): Promise<unknown> => addEndpoint(store, { tenant });
      await Promise.all([create(), store.setHold({ tenant }, "x"), create(), create()]);
      const holds = async (): Promise<string[]> =>
        (await store.listEndpoints({ tenant })).items.map((endpoint) => endpoint.holds.join());
      assert.deepEqual(await holds(), ["x", "x", "x"]);
      await Promise.all([create(), store.clearHold({ tenant }, "x"), create(), create()]);
      assert.deepEqual(await holds(), ["", "", "", "", "", ""]);
    },
  },
  {
    name: "enabling a disabled endpoint keeps its holds, and a held endpoint that is disabled keeps its due deliveries",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [, waiting] = await addEvents(store, id, ["a1", "a2"]);
      await record(store, clock, (await claim(store, { limit: 1 })).deliveries, departure);
      await store.setHold({ endpointId: id }, "owner");
      assert.deepEqual(eventIds(await claim(store)), []);
      assert.equal((await read(store, waiting)).state, "scheduled");
      const enabled = await store.enableEndpoint(id);
      assert.deepEqual(
        [enabled.status, enabled.disabledReason, enabled.holds],
        ["active", undefined, ["owner"]],
      );
      assert.deepEqual(eventIds(await claim(store)), []);
      await store.clearHold({ endpointId: id }, "owner");
      assert.deepEqual(eventIds(await claim(store)), ["a2"]);
    },
  },
  {
    name: "listeners are called when a hold ends",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await store.setHold({ endpointId: id }, "owner");
      const call = new Promise<void>((resolve) => void store.watch(resolve));
      await store.clearHold({ endpointId: id }, "owner");
      await call;
    },
  },
  {
    name: "holds of unknown endpoints and invalid reasons are rejected",
    async run({ store }) {
      await refuses(store.setHold({ endpointId: "ghost" }, "owner"), "endpoint_not_found");
      await refuses(store.clearHold({ endpointId: "ghost" }, "owner"), "endpoint_not_found");
      await refuses(store.setHold({ tenant: "acme" }, ""), "invalid_option");
      await refuses(store.setHold({ tenant: "acme" }, "x".repeat(201)), "invalid_option");
      await refuses(store.clearHold({ tenant: "acme" }, "a\u0000b"), "invalid_option");
    },
  },
];
