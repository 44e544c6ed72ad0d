import { describe, expect, it } from "vitest";
import { type Scenario, simulate, type TenantGroup } from "./simulate.ts";

const quick: TenantGroup = { name: "quick", tenants: 10, eventsPerSecond: 50, responseMilliseconds: 50 };
const scenario: Scenario = {
  seconds: 30,
  seed: 1,
  groups: [quick],
  workers: 2,
  slots: 256,
  perEndpoint: 32,
  deliveriesPerSecond: 2000,
  databaseDeliveriesPerSecond: 10_000,
  claimMilliseconds: 10,
};

describe("a simulation", () => {
  it("is the same for the same seed, and different for another", () => {
    expect(simulate(scenario)).toEqual(simulate(scenario));
    expect(simulate({ ...scenario, seed: 2 })).not.toEqual(simulate(scenario));
  });

  it("neither loses nor invents an event, also when a worker is lost", () => {
    const loss = { atSecond: 10, workers: 1, leaseSeconds: 5 };
    for (const { accepted, delivered, waiting } of simulate({ ...scenario, loss }).groups)
      expect(delivered + waiting).toBe(accepted);
  });

  it("keeps a lost worker's requests in flight until its lease expires", () => {
    const many = { ...scenario, workers: 16, groups: [{ ...quick, responseMilliseconds: 900 }] };
    const losing = (leaseSeconds: number): Scenario => ({
      ...many,
      loss: { atSecond: 25, workers: 1, leaseSeconds },
    });
    const deliveredIn = (one: Scenario): number =>
      simulate(one).groups.reduce((sum, { delivered }) => sum + delivered, 0);
    expect(deliveredIn(losing(10))).toBeLessThan(deliveredIn(many) - 10);
    expect(deliveredIn(losing(1))).toBeGreaterThan(deliveredIn(losing(10)) + 10);
  });

  it("adds no delay while there is capacity", () => {
    const [result] = simulate(scenario).groups;
    expect(result?.p99Milliseconds).toBeGreaterThan(50);
    expect(result?.p99Milliseconds).toBeLessThan(75);
  });

  it("delivers no more than processes and databases can handle", () => {
    const over = { ...scenario, groups: [{ ...quick, eventsPerSecond: 1000 }] };
    expect(simulate({ ...over, perEndpoint: 256 }).deliveredPerSecond).toBeLessThanOrEqual(4000);
    expect(simulate({ ...over, databaseDeliveriesPerSecond: 1000 }).deliveredPerSecond).toBeLessThanOrEqual(
      1000,
    );
  });

  it("isolates tenants from dead, slow and noisy ones", () => {
    const groups = [
      quick,
      { name: "dead", tenants: 10, eventsPerSecond: 50, responseMilliseconds: 10_000, isDead: true },
      { name: "slow", tenants: 10, eventsPerSecond: 20, responseMilliseconds: 3000 },
      { name: "noisy", tenants: 1, eventsPerSecond: 5000, responseMilliseconds: 50 },
    ];
    const [result] = simulate({ ...scenario, groups }).groups;
    expect(result?.worstShare).toBeGreaterThan(0.95);
    expect(result?.p99Milliseconds).toBeLessThan(200);
  });
});
