import { array, assert, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import {
  admitEndpoint,
  type Candidate,
  healthAfterClaim,
  shareByGroup,
  shareSlots,
  summarizeClaim,
} from "./claim-rules.ts";
import { freshHealth } from "./endpoint-health.ts";

const now = 1_000_000;
const limits = { circuitPolicy: defaultCircuitPolicy, now };
const candidate: Candidate = { status: "active", held: false, health: freshHealth, sending: 0, room: 10 };
const open = { state: "open", until: now + 500, openings: 1 } as const;

describe("the number of deliveries of an endpoint that can be claimed", () => {
  test.for([
    ["a healthy endpoint: up to the worker's room", candidate, { room: 10 }],
    ["none if the worker is full", { ...candidate, room: 0 }, { room: 0, full: true }],
    [
      "the endpoint's limit minus the requests in flight across workers",
      { ...candidate, maxConcurrency: 4, sending: 3 },
      { room: 1 },
    ],
    [
      "none if the endpoint is at its limit",
      { ...candidate, maxConcurrency: 4, sending: 5 },
      { room: 0, full: true },
    ],
    ["none for an endpoint on hold", { ...candidate, held: true }, { room: 0 }],
    ["none for a disabled endpoint", { ...candidate, status: "disabled" }, { room: 0 }],
    [
      "none while the circuit is open",
      { ...candidate, health: { ...freshHealth, circuit: open } },
      { room: 0, retryAt: now + 500, full: false },
    ],
    [
      "a single probe once the open time is over",
      { ...candidate, health: { ...freshHealth, circuit: { ...open, until: now } } },
      { room: 1 },
    ],
    [
      "none while a probe is in flight",
      {
        ...candidate,
        health: {
          ...freshHealth,
          circuit: { state: "half-open", probeUntil: now + 900, successes: 0, openings: 1 },
        },
      },
      { room: 0, retryAt: now + 900, full: true },
    ],
    [
      "as many as the tokens allow",
      { ...candidate, rateLimit: { perSecond: 10, burst: 3 } },
      { room: 3, retryAt: now + 100 },
    ],
    [
      "none without a token",
      {
        ...candidate,
        rateLimit: { perSecond: 10, burst: 1 },
        health: { ...freshHealth, bucket: { fullAt: now + 40 } },
      },
      { room: 0, retryAt: now + 40 },
    ],
  ] as const)("%s", ([, endpoint, admission]) => {
    expect(admitEndpoint(endpoint, limits)).toEqual(admission);
  });
});

describe("an endpoint's health after a claim", () => {
  test("stays the same object when nothing was claimed or nothing changes", () => {
    expect(healthAfterClaim(candidate, 0, limits)).toBe(freshHealth);
    expect(healthAfterClaim(candidate, 5, limits)).toBe(freshHealth);
  });

  test("loses a token for each delivery", () => {
    const limited: Candidate = { ...candidate, rateLimit: { perSecond: 10, burst: 3 } };
    const health = healthAfterClaim(limited, 2, limits);
    expect(admitEndpoint({ ...limited, health }, limits).room).toBe(1);
  });

  test("records that a probe is in flight", () => {
    const probing = { ...candidate, health: { ...freshHealth, circuit: { ...open, until: now } } };
    const health = healthAfterClaim(probing, 1, limits);
    expect(health.circuit.state).toBe("half-open");
    expect(admitEndpoint({ ...candidate, health }, limits).room).toBe(0);
  });
});

test("each gets one before any gets a second, and unused shares go to others", () => {
  expect(shareSlots([9, 9, 9], 3)).toEqual([1, 1, 1]);
  expect(shareSlots([9, 1, 9], 7)).toEqual([3, 1, 3]);
  expect(shareSlots([9, 9, 9], 2)).toEqual([1, 1, 0]);
  expect(shareSlots([0, 5, 0], 9)).toEqual([0, 5, 0]);
  expect(shareSlots([], 9)).toEqual([]);
});

test("groups share first, then each group's endpoints among themselves", () => {
  const many = Array.from({ length: 4 }, () => ({ group: "many", room: 9 }));
  expect(shareByGroup([...many, { group: "one", room: 9 }], 8)).toEqual([1, 1, 1, 1, 4]);
  expect(shareByGroup([...many, { group: "one", room: 2 }], 8)).toEqual([2, 2, 1, 1, 2]);
});

test("for any capacities, no share exceeds its capacity, no slot is wasted, and shares differ only by need", () => {
  assert(
    property(array(nat({ max: 40 }), { maxLength: 30 }), nat({ max: 300 }), (rooms, slots) => {
      const shares = shareSlots(rooms, slots);
      const total = shares.reduce((sum, share) => sum + share, 0);
      expect(total).toBe(
        Math.min(
          slots,
          rooms.reduce((sum, room) => sum + room, 0),
        ),
      );
      const most = Math.max(0, ...shares);
      for (const [index, room] of rooms.entries()) {
        const share = shares[index] ?? 0;
        expect(share).toBeLessThanOrEqual(room);
        expect(share).toBeGreaterThanOrEqual(Math.min(room, most - 1));
      }
    }),
  );
});

test.for([
  ["no delivery was due", { turns: [], complete: true }, { more: "none" }],
  [
    "all due deliveries were claimed",
    { turns: [{ admission: { room: 5 }, share: 5, claimed: 2 }], complete: true, nextDueAt: 70 },
    { more: "none", nextAt: 70 },
  ],
  [
    "the claim reached its limit",
    { turns: [{ admission: { room: 5 }, share: 2, claimed: 2 }], complete: true },
    { more: "now" },
  ],
  [
    "the claim fills the endpoint's limit",
    { turns: [{ admission: { room: 2 }, share: 2, claimed: 2 }], complete: true },
    { more: "after-one-ends" },
  ],
  [
    "the endpoint was already at its limit",
    { turns: [{ admission: { room: 0, full: true }, share: 0, claimed: 0 }], complete: true },
    { more: "after-one-ends" },
  ],
  [
    "some endpoints did not get their turn",
    { turns: [{ admission: { room: 2 }, share: 2, claimed: 1 }], complete: false },
    { more: "now" },
  ],
  [
    "it waits for a circuit or a rate limit",
    {
      turns: [
        { admission: { room: 0, retryAt: 90 }, share: 0, claimed: 0 },
        { admission: { room: 0, retryAt: 80 }, share: 0, claimed: 0 },
      ],
      complete: true,
      nextDueAt: 85,
    },
    { more: "none", nextAt: 80 },
  ],
] as const)("%s", ([, round, summary]) => {
  expect(summarizeClaim(round)).toEqual(summary);
});
