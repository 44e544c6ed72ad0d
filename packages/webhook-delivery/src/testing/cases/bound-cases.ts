import assert from "node:assert/strict";
import type { ClaimRequest } from "../../store/delivery-queue.ts";
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
  success,
} from "../kit/store-kit.ts";

/** Bounds the group `acme`. */
function boundAcme(room: number): NonNullable<ClaimRequest["boundOf"]> {
  return (group) => (group === "acme" ? room : undefined);
}

/** Cases for bounds of fairness groups and each worker's share of them. */
export const boundCases: readonly DeliveryStoreCase[] = [
  {
    name: "the endpoints of a group never exceed its bound together, and other groups are not affected",
    async run({ store }) {
      for (const tenant of ["acme-1", "acme-2", "other"]) {
        const { id } = await addEndpoint(store, {
          tenant,
          fairnessGroup: tenant.split("-")[0] ?? "",
          id: tenant,
        });
        await addEvents(store, id, manyIds(`${tenant}-`, 6));
      }
      const { deliveries, more } = await claim(store, { boundOf: boundAcme(3), limit: 50 });
      const of = (tenant: string) => deliveries.filter(({ endpointId }) => endpointId === tenant).length;
      assert.equal(of("acme-1") + of("acme-2"), 3);
      assert(of("acme-1") > 0 && of("acme-2") > 0, "they take turns");
      assert.equal(of("other"), 6);
      assert.equal(more, "after-one-ends");
      const rest = await claim(store, { boundOf: boundAcme(0) });
      assert.deepEqual([rest.deliveries, rest.more], [[], "after-one-ends"]);
      assert.equal((await claim(store)).deliveries.length, 9, "no delivery is lost");
    },
  },
  {
    name: "endpoints of a group at its bound take turns, even with their own limits",
    async run({ store, clock }) {
      const fairnessGroup = "acme";
      const rateLimit = { perSecond: 100, burst: 100 };
      const endpoints = [
        await addEndpoint(store, { tenant: "acme-1", fairnessGroup, id: "e1" }),
        await addEndpoint(store, { tenant: "acme-1", fairnessGroup, id: "e2", maxConcurrency: 5 }),
        await addEndpoint(store, { tenant: "acme-2", fairnessGroup, id: "e3", rateLimit }),
        await addEndpoint(store, { tenant: "acme-2", fairnessGroup, id: "e4" }),
      ];
      for (const { id } of endpoints) await addEvents(store, id, manyIds(id, 20));
      const served: string[] = [];
      let cursor: string | undefined;
      while (served.length < 12) {
        const claimed = await claim(store, { boundOf: boundAcme(1), cursor });
        ({ cursor } = claimed);
        assert.equal(claimed.deliveries.length, 1);
        served.push(...claimed.deliveries.map(({ endpointId }) => endpointId));
        const full = await claim(store, { boundOf: boundAcme(0), cursor });
        assert.deepEqual([full.deliveries, full.more], [[], "after-one-ends"]);
        await record(store, clock, claimed.deliveries, success);
      }
      for (const { id } of endpoints)
        assert.equal(served.filter((each) => each === id).length, 3, `${id} of ${served.join(" ")}`);
    },
  },
  {
    name: "in-flight deliveries are counted by tenant, until they are recorded",
    async run({ store, clock }) {
      for (const tenant of ["acme-1", "acme-2", "other"]) {
        const { id } = await addEndpoint(store, { tenant, id: tenant });
        await addEvents(store, id, manyIds(`${tenant}-`, 2));
      }
      assert.equal(await store.countInFlight(["acme-1"]), 0);
      const { deliveries } = await claim(store);
      assert.equal(await store.countInFlight(["acme-1", "acme-2", "nobody"]), 4);
      await record(
        store,
        clock,
        deliveries.filter(({ endpointId }) => endpointId === "acme-1"),
        success,
      );
      assert.equal(await store.countInFlight(["acme-1", "acme-2"]), 2);
      assert.equal(await store.countInFlight([]), 0);
    },
  },
  {
    name: "active leases have positions",
    async run({ store, clock }) {
      const [first, second, third] = [
        await store.openLease(leaseMilliseconds),
        await store.openLease(2 * leaseMilliseconds),
        await store.openLease(2 * leaseMilliseconds),
      ];
      assert.deepEqual(await store.leasePosition(second), { position: 1, of: 3 });
      await store.closeLease(third);
      assert.deepEqual(await store.leasePosition(second), { position: 1, of: 2 });
      assert.deepEqual(await store.leasePosition(first), { position: 0, of: 2 });
      clock.advance(leaseMilliseconds + 1);
      await store.takeOverExpiredLeases();
      assert.deepEqual(await store.leasePosition(second), { position: 0, of: 1 });
    },
  },
  {
    name: "a claim without bounds is unchanged",
    async run({ store }) {
      const { id } = await addEndpoint(store, { tenant: "acme-1" });
      await addEvents(store, id, ["a1"]);
      assert.deepEqual(eventIds({ deliveries: [await claimOne(store, { boundOf: () => undefined })] }), [
        "a1",
      ]);
    },
  },
];
