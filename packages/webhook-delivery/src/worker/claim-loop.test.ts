import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Claim, ClaimedDelivery } from "../store/delivery-queue.ts";
import { type ClaimLoop, type ClaimLoopOptions, createClaimLoop } from "./claim-loop.ts";

const never = 60_000;
const delivery: ClaimedDelivery = {
  id: "dlv_1",
  eventId: "e",
  eventType: "t",
  body: "{}",
  metadata: {},
  endpointId: "a",
  attempt: 1,
  scheduledAttempt: 1,
  resends: 0,
  createdAt: 0,
  dueAt: 0,
  fence: 1,
};
const nothing: Claim = { deliveries: [], endpoints: new Map(), more: "none" };

/** Creates a loop whose claims return these results in order, then no deliveries. */
function createLoop(
  claimed: readonly Partial<Claim>[],
  options: Partial<ClaimLoopOptions> = {},
): { loop: ClaimLoop; claims: (readonly [limit: number, cursor: string | undefined])[] } {
  const claims: (readonly [limit: number, cursor: string | undefined])[] = [];
  const loop = createClaimLoop({
    capacity: () => 10,
    batch: 5,
    endpointBatch: 3,
    isStarved: () => false,
    async claim(limit, cursor) {
      const found = claimed[claims.length];
      claims.push([limit, cursor]);
      return { ...nothing, ...found };
    },
    take: () => {},
    pollMilliseconds: never,
    retryMilliseconds: never,
    now: Date.now,
    onError: () => {},
    ...options,
  });
  return { loop, claims };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await delay(1);
}

test("sleeps until it is woken, and again after a claim that found nothing", async () => {
  const { loop, claims } = createLoop([]);
  await settle();
  expect(claims).toEqual([]);
  loop.wake();
  loop.wake();
  await settle();
  // The second wake-up came during the first claim, which may have missed its deliveries.
  expect(claims).toHaveLength(2);
  await loop.stop();
});

test("claims once per turn of the event loop", async () => {
  let isSameTurn = false;
  const claimed: boolean[] = [];
  const { loop } = createLoop([], {
    async claim() {
      claimed.push(isSameTurn);
      isSameTurn = true;
      setImmediate(() => {
        isSameTurn = false;
      });
      if (claimed.length < 4) loop.wake();
      return nothing;
    },
  });
  loop.wake();
  await settle();
  expect(claimed).toEqual([false, false, false, false]);
  await loop.stop();
});

test("continues from the cursor of the previous claim", async () => {
  const { loop, claims } = createLoop([{ cursor: "7" }, { cursor: "9" }]);
  for (let turn = 0; turn < 3; turn += 1) {
    loop.wake();
    await settle();
  }
  expect(claims.map(([, cursor]) => cursor)).toEqual([undefined, "7", "9"]);
  await loop.stop();
});

test("claims nothing while all slots are taken, and immediately when enough are free", async () => {
  let room = 0;
  const { loop, claims } = createLoop([], { capacity: () => room });
  loop.wake();
  await settle();
  expect(claims).toEqual([]);
  for (const endpointId of ["a", "b", "c", "d"]) {
    room += 1;
    loop.roomMade(endpointId);
  }
  await settle();
  expect(claims).toEqual([]);
  room += 1;
  loop.roomMade("e");
  await settle();
  expect(claims).toEqual([[5, undefined]]);
  await loop.stop();
});

test("claims immediately when the outcomes it waited for are recorded", async () => {
  let room = 0;
  const { loop, claims } = createLoop([], { capacity: () => room });
  loop.wake();
  await settle();
  loop.recorded(["a"]);
  await settle();
  expect(claims).toEqual([]);
  room = 1;
  loop.recorded(["a"]);
  await settle();
  expect(claims).toHaveLength(1);
  loop.recorded(["a"]);
  await settle();
  expect(claims).toHaveLength(1);
  await loop.stop();
});

test("claims again when an outcome is recorded that an idle endpoint may have waited for", async () => {
  const { loop, claims } = createLoop([{ more: "after-one-ends" }], { isStarved: (id) => id === "probed" });
  loop.wake();
  await settle();
  loop.recorded(["busy"]);
  await delay(20);
  expect(claims).toHaveLength(1);
  loop.recorded(["busy", "probed"]);
  while (claims.length < 2) await delay(1);
  await loop.stop();
});

test("claims again immediately only with room for a batch, and otherwise within 10 ms", async () => {
  let room = 4;
  const claimed: Partial<Claim>[] = [{ more: "now", deliveries: [delivery] }];
  const { loop, claims } = createLoop(claimed, { capacity: () => room });
  loop.wake();
  await nextTurn();
  await nextTurn();
  expect(claims).toEqual([[4, undefined]]);
  while (claims.length < 2) await delay(1);
  claimed[2] = { more: "now", deliveries: [delivery] };
  room = 5;
  loop.wake();
  await nextTurn();
  await nextTurn();
  await nextTurn();
  expect(claims).toHaveLength(4);
  await loop.stop();
});

test("claims when an outcome is recorded that makes room for a batch", async () => {
  let room = 4;
  const { loop, claims } = createLoop([{ more: "after-one-ends" }], { capacity: () => room });
  loop.wake();
  await settle();
  for (const endpointId of ["a", "b", "c", "d", "e"]) loop.roomMade(endpointId);
  await settle();
  expect(claims).toHaveLength(1);
  room = 5;
  loop.recorded(["a"]);
  await settle();
  expect(claims).toHaveLength(2);
  await loop.stop();
});

test("waits briefly for more when few slots are free and an endpoint would idle", async () => {
  const { loop, claims } = createLoop([{ more: "after-one-ends" }], { isStarved: (id) => id === "idle" });
  loop.wake();
  await settle();
  loop.roomMade("busy");
  await delay(20);
  expect(claims).toHaveLength(1);
  loop.roomMade("idle");
  expect(claims).toHaveLength(1);
  while (claims.length < 2) await delay(1);
  await loop.stop();
});

test("free slots do not wake it when nothing more is due", async () => {
  const { loop, claims } = createLoop([]);
  loop.wake();
  await settle();
  for (let ended = 0; ended < 10; ended += 1) loop.roomMade("a");
  await settle();
  expect(claims).toHaveLength(1);
  await loop.stop();
});

test("runs again when a delivery comes due, at the poll interval, and after a failed claim", async () => {
  const soon = createLoop([{ nextAt: Date.now() + 5 }]);
  const polling = createLoop([], { pollMilliseconds: 5 });
  const errors: unknown[] = [];
  const reporting = createLoop([], {
    retryMilliseconds: 5,
    claim: () => Promise.reject(new Error("away")),
    onError: (error) => errors.push(error),
  });
  const loops = [soon, polling, reporting];
  for (const { loop } of loops) loop.wake();
  while (soon.claims.length < 2 || polling.claims.length < 2 || errors.length < 2) await delay(1);
  await Promise.all(loops.map(({ loop }) => loop.stop()));
  const after = errors.length;
  await settle();
  expect(errors).toHaveLength(after);
});

test("backs off after rounds without deliveries", async () => {
  const { loop, claims } = createLoop(Array.from({ length: 1_000 }, () => ({ more: "now" })));
  loop.wake();
  await delay(100);
  await loop.stop();
  expect(claims.length).toBeGreaterThan(1);
  expect(claims.length).toBeLessThan(10);
});
