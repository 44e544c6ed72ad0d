import { expect, test } from "vitest";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { addEndpoint, addEvents, claim as claimFrom } from "../testing/kit/store-kit.ts";
import { createLeaseKeeper } from "./background-jobs.ts";
import { createStore } from "./running-worker.fixture.ts";

async function setUp() {
  const real = await createStore();
  const { id } = await addEndpoint(real);
  await addEvents(real, id, ["a1", "a2", "a3"]);
  const renewed: string[] = [];
  const store: DeliveryStore = {
    ...real,
    renewLease: async (leaseId, milliseconds) => {
      renewed.push(leaseId);
      return await real.renewLease(leaseId, milliseconds);
    },
  };
  const keeper = createLeaseKeeper(store, 60_000, () => {});
  const leases: string[] = [];
  const claim = async () =>
    await keeper.claim(async (leaseId) => {
      leases.push(leaseId);
      return await claimFrom(real, { leaseId, limit: 1 });
    });
  const failToClaim = async () =>
    await expect(keeper.claim(() => Promise.reject(new Error("connection lost")))).rejects.toThrow("lost");
  const renewals = async () => {
    renewed.length = 0;
    await keeper.keep();
    return [...renewed];
  };
  return { real, keeper, leases, claim, failToClaim, renewals };
}

test("leases that were set aside are renewed independently until they are lost", async () => {
  const { real, leases, claim, failToClaim, renewals } = await setUp();
  await claim();
  await failToClaim();
  await claim();
  await failToClaim();
  await claim();
  const [first = "", second, current] = leases;
  expect(new Set(leases).size).toBe(3);
  expect(await renewals()).toEqual([current, first, second]);
  // Another worker took it over.
  await real.closeLease(first);
  expect(await renewals()).toEqual([current, first, second]);
  expect(await renewals()).toEqual([current, second]);
  await claim();
  expect(leases[3]).toBe(current);
});

test("a lost lease is replaced by a new one and gives up its position", async () => {
  const { real, keeper, leases, claim, renewals } = await setUp();
  await claim();
  await real.closeLease(leases[0] ?? "");
  expect(await renewals()).toEqual([leases[0]]);
  expect(await renewals()).toEqual([]);
  await claim();
  expect(leases[1]).not.toBe(leases[0]);
  expect(await renewals()).toEqual([leases[1]]);
  expect(keeper.position).toEqual({ position: 0, of: 1 });
});

test("a lease that was set aside is closed once its deliveries are done, and the others are kept", async () => {
  const { real, keeper, claim, failToClaim, renewals, leases } = await setUp();
  const done = await claim();
  await failToClaim();
  await claim();
  await failToClaim();
  // The response to the failed claim was lost, so only closing the lease releases this delivery.
  const [lost] = (await claimFrom(real, { leaseId: leases[0] ?? "", limit: 1 })).deliveries;
  keeper.done(done.deliveries);
  expect(await renewals()).toEqual([leases[1]]);
  expect(await real.getDelivery(lost?.id ?? "")).toMatchObject({ state: "scheduled" });
  expect(await renewals()).toEqual([leases[1]]);
});

test("a lease opened while other workers have one gets no position before its first renewal", async () => {
  const { real, keeper, claim, renewals } = await setUp();
  await real.openLease(60_000);
  await claim();
  expect(keeper.position).toBeUndefined();
  await renewals();
  expect(keeper.position).toMatchObject({ of: 2 });
});
