import type { Scenario } from "./simulate.ts";

/**
 * The capacity of one worker and one PostgreSQL, as measured by `pnpm capacity`; docs/capacity.md names the
 * machine.
 */
const deliveriesPerWorker = 2_500;
const deliveriesPerDatabase = 10_000;
const databases = 16;

/** 100,000 events per second from a thousand tenants, as on a bad day of a platform. */
export const large: Scenario = {
  seconds: 60,
  seed: 1,
  groups: [
    {
      name: "ordinary",
      tenants: 900,
      eventsPerSecond: 90,
      burst: { everySeconds: 30, forSeconds: 5, factor: 1.5 },
      responseMilliseconds: 80,
    },
    { name: "slow (3 s)", tenants: 50, eventsPerSecond: 20, responseMilliseconds: 3_000 },
    { name: "dead", tenants: 49, eventsPerSecond: 40, responseMilliseconds: 10_000, isDead: true },
    { name: "noisy", tenants: 1, eventsPerSecond: 16_000, responseMilliseconds: 80 },
  ],
  workers: 64,
  slots: 256,
  perEndpoint: 32,
  deliveriesPerSecond: deliveriesPerWorker,
  databaseDeliveriesPerSecond: databases * deliveriesPerDatabase,
  claimMilliseconds: 10,
  loss: { atSecond: 40, workers: 8, leaseSeconds: 5 },
};

/** Small enough to run for real and compare with the model. */
export const small: Scenario = {
  seconds: 15,
  seed: 1,
  groups: [
    { name: "ordinary", tenants: 10, eventsPerSecond: 10, responseMilliseconds: 40 },
    { name: "slow (1.5 s)", tenants: 2, eventsPerSecond: 5, responseMilliseconds: 1_500 },
    { name: "dead", tenants: 2, eventsPerSecond: 5, responseMilliseconds: 1_000, isDead: true },
    { name: "noisy", tenants: 1, eventsPerSecond: 150, responseMilliseconds: 40 },
  ],
  workers: 1,
  slots: 64,
  perEndpoint: 16,
  deliveriesPerSecond: deliveriesPerWorker,
  databaseDeliveriesPerSecond: deliveriesPerDatabase,
  claimMilliseconds: 10,
};
