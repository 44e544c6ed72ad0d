import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  movingAverage,
  claimCapacity,
  deliveriesPerSlot,
  endpointShare,
  maxSlowSlots,
  mayTakeSlot,
  meanBodyBytes,
  speedOf,
} from "./slot-share.ts";

const limits = { concurrency: 256, perEndpoint: 32 };

test.each([
  [undefined, 0, "unknown"],
  [undefined, 1_000, "slow"],
  [15, 0, "fast"],
  [999, 999, "fast"],
  [15, 1_000, "slow"],
  [1_000, 0, "slow"],
] as const)(
  "an endpoint with an average of %s ms, pending for %s ms, is %s",
  (latencyMilliseconds, stalledMilliseconds, speed) => {
    expect(speedOf({ latencyMilliseconds, stalledMilliseconds })).toBe(speed);
  },
);

test("the average follows the endpoint's current speed", () => {
  expect(movingAverage(undefined, 9_500)).toBe(9_500);
  let average: number | undefined;
  for (let attempt = 0; attempt < 10; attempt += 1) average = movingAverage(average, 9_500);
  for (let attempt = 0; attempt < 10; attempt += 1) average = movingAverage(average, 15);
  expect(speedOf({ latencyMilliseconds: average, stalledMilliseconds: 0 })).toBe("fast");
});

test.each([
  ["fast", 0, 32],
  ["fast", 100, 32],
  ["unknown", 0, 4],
  ["slow", 1, 32],
  ["slow", 8, 16],
  ["slow", 1_000, 1],
] as const)(
  "a %s endpoint, with %i slow ones, can have %i requests in flight",
  (speed, slowEndpoints, share) => {
    expect(endpointShare(speed, slowEndpoints, limits)).toBe(share);
  },
);

test.each([
  [undefined, 0, 2],
  [0, 0, 8],
  [15, 0, 8],
  [100, 0, 5],
  [600, 0, 2],
  [9_500, 0, 1],
  [15, 1_000, 1],
])(
  "with an average of %s ms, pending for %i ms, %i deliveries are claimed per slot",
  (latencyMilliseconds, stalledMilliseconds, deliveries) => {
    expect(deliveriesPerSlot({ latencyMilliseconds, stalledMilliseconds })).toBe(deliveries);
  },
);

test("slow endpoints never share more than half of the slots, except for one slot each", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 1_000 }), (slow, concurrency) => {
      const share = endpointShare("slow", slow, { concurrency, perEndpoint: 1_000 });
      expect(share).toBeGreaterThanOrEqual(1);
      expect(share * slow).toBeLessThanOrEqual(Math.max(slow, maxSlowSlots(concurrency)));
    }),
  );
});

test.each([
  { inFlight: 223, ofTenant: 223, may: true },
  { inFlight: 224, ofTenant: 224, may: false },
  { inFlight: 224, ofTenant: 0, may: true },
  { inFlight: 255, ofTenant: 7, may: true },
  { inFlight: 255, ofTenant: 8, may: false },
  { inFlight: 256, ofTenant: 0, may: false },
])("with $inFlight of 256 slots taken, $ofTenant by the tenant itself, it can take another: $may", (row) => {
  expect(mayTakeSlot(row.inFlight, row.ofTenant, 256)).toBe(row.may);
});

test("a tenant with nothing in flight gets a slot while one is free", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(2_000), (concurrency, inFlight) => {
      expect(mayTakeSlot(inFlight, 0, concurrency)).toBe(inFlight < concurrency);
    }),
  );
});

const mebibyte = 1024 * 1024;
const idle = { concurrency: 256, held: 0, unwritten: 0, bodyBytes: 1_000 };

test.each([
  ["an idle worker claims the maximum", idle, 1_536],
  ["held deliveries reduce the capacity", { ...idle, held: 1_500 }, 36],
  ["a worker with enough deliveries claims none", { ...idle, held: 2_000 }, 0],
  ["unwritten outcomes reduce the capacity", { ...idle, unwritten: 3_500 }, 84],
  ["the size of bodies limits the capacity", { ...idle, bodyBytes: mebibyte }, 64],
  ["bodies of unwritten outcomes count too", { ...idle, bodyBytes: mebibyte, unwritten: 60 }, 4],
  ["at least one delivery, whatever its size", { ...idle, bodyBytes: 1_000 * mebibyte }, 1],
  ["few before the first body", { ...idle, bodyBytes: undefined }, 64],
])("%s", (_title, load, capacity) => {
  expect(claimCapacity(load)).toBe(capacity);
});

test("the mean follows the claims", () => {
  expect(meanBodyBytes(undefined, [])).toBeUndefined();
  expect(meanBodyBytes(undefined, ["ab", "abcd"])).toBe(3);
  expect(meanBodyBytes(100, ["x".repeat(200)])).toBe(125);
  expect(meanBodyBytes(100, [])).toBe(100);
});
