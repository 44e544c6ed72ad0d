import { describe, expect, test } from "vitest";
import { workerShare } from "../policy/slot-share.ts";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { addEndpoint, addEvents, manyIds } from "../testing/kit/store-kit.ts";
import { createGate, createStore, respond, startWorker, until, untilDone } from "./running-worker.fixture.ts";

const boundOf =
  (maxInFlight: number) =>
  (group: string): number | undefined =>
    group === "acme" ? maxInFlight : undefined;

/**
 * Endpoints of two tenants of a group with a bound, and of another group, with the same number of deliveries
 * each.
 */
async function fill(store: DeliveryStore, count: number): Promise<void> {
  for (const tenant of ["acme-1", "acme-2", "other"]) {
    const { id } = await addEndpoint(store, { tenant, fairnessGroup: tenant.split("-")[0] ?? "" });
    await addEvents(store, id, manyIds(`${tenant}-`, count));
  }
}

/** A `send` that records the maximum number of concurrent requests of bounded tenants. */
function watch() {
  let inFlight = 0;
  const seen = { max: 0, others: 0, bounded: 0 };
  return {
    seen,
    during: async (tenant: string, work: () => Promise<unknown>): Promise<void> => {
      if (!tenant.startsWith("acme")) {
        seen.others += 1;
        return;
      }
      inFlight += 1;
      seen.bounded += 1;
      seen.max = Math.max(seen.max, inFlight);
      await work();
      inFlight -= 1;
    },
  };
}

describe("a group with a limit in flight", () => {
  test("never exceeds it, doesn't limit others, and loses nothing", async () => {
    const store = await createStore();
    await fill(store, 40);
    const gate = createGate();
    const { seen, during } = watch();
    const send = async (_delivery: unknown, { tenant }: { readonly tenant: string }) => {
      await during(tenant, () => gate.passed);
      return await respond(204);
    };
    startWorker(store, send, { inFlightBoundOf: boundOf(3) });
    await until(() => seen.others === 40 && seen.bounded === 3);
    expect(await store.countInFlight(["acme-1", "acme-2"])).toBe(3);
    gate.open();
    await untilDone(store);
    expect(seen).toEqual({ max: 3, others: 40, bounded: 80 });
  });

  test("never exceeds it with several workers that share it", async () => {
    const store = await createStore();
    const positions = new Map<string, number>();
    const noted: DeliveryStore = {
      ...store,
      renewLease: async (leaseId, milliseconds) => {
        const position = await store.renewLease(leaseId, milliseconds);
        if (position?.of === 3) positions.set(leaseId, (positions.get(leaseId) ?? 0) + 1);
        return position;
      },
    };
    const { seen, during } = watch();
    const send = async (_delivery: unknown, { tenant }: { readonly tenant: string }) => {
      await during(tenant, () => new Promise((resolve) => setImmediate(resolve)));
      return await respond(204);
    };
    const options = { inFlightBoundOf: boundOf(2), leaseMilliseconds: 1500, pollMilliseconds: 20 };
    for (let worker = 0; worker < 3; worker += 1) startWorker(noted, send, options);
    // Each worker sees the others and has renewed its lease since.
    await until(() => positions.size === 3 && [...positions.values()].every((times) => times > 1));
    await fill(store, 40);
    await untilDone(store);
    expect(seen).toEqual({ max: 2, others: 40, bounded: 80 });
  });
});

test("the parts of all workers add up to the whole", () => {
  const partsOf = (whole: number, of: number) =>
    Array.from({ length: of }, (_part, position) => workerShare(whole, { position, of }));
  expect(partsOf(10, 1)).toEqual([10]);
  expect(partsOf(10, 3)).toEqual([4, 3, 3]);
  expect(partsOf(1, 3)).toEqual([1, 0, 0]);
});
