import { describe, expect, test } from "vitest";
import { defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { type Candidate, admitEndpoint, healthAfterClaim } from "./admit-endpoint.ts";
import { freshHealth } from "./endpoint-health.ts";

const now = 1_000_000;
const limits = { circuitPolicy: defaultCircuitPolicy, now };
const candidate: Candidate = { status: "active", held: false, health: freshHealth, sending: 0, room: 10 };
const open = { state: "open", until: now + 500, openings: 1 } as const;

describe("how many deliveries of an endpoint may be claimed", () => {
  test.for([
    ["one that is well: up to the worker's room", candidate, { room: 10 }],
    ["none when the worker is full", { ...candidate, room: 0 }, { room: 0, full: true }],
    ["less what all have in flight", { ...candidate, maxConcurrency: 4, sending: 3 }, { room: 1 }],
    ["none when all are full", { ...candidate, maxConcurrency: 4, sending: 5 }, { room: 0, full: true }],
    ["none of a held one", { ...candidate, held: true }, { room: 0 }],
    ["none of a disabled one", { ...candidate, status: "disabled" }, { room: 0 }],
    [
      "none while the circuit is open",
      { ...candidate, health: { ...freshHealth, circuit: open } },
      { room: 0, retryAt: now + 500 },
    ],
    [
      "one as a probe when its time has come",
      { ...candidate, health: { ...freshHealth, circuit: { ...open, until: now } } },
      { room: 1 },
    ],
    [
      "none while a probe is in flight, until it has ended",
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
      "as many as there are tokens",
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

  test("has spent a token for each delivery", () => {
    const limited: Candidate = { ...candidate, rateLimit: { perSecond: 10, burst: 3 } };
    const health = healthAfterClaim(limited, 2, limits);
    expect(admitEndpoint({ ...limited, health }, limits).room).toBe(1);
  });

  test("knows that a probe is in flight", () => {
    const probing = { ...candidate, health: { ...freshHealth, circuit: { ...open, until: now } } };
    const health = healthAfterClaim(probing, 1, limits);
    expect(health.circuit.state).toBe("half-open");
    expect(admitEndpoint({ ...candidate, health }, limits).room).toBe(0);
  });
});
