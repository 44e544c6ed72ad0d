import { expect, test } from "vitest";
import { defaultScriptLimits } from "../model/script-limits.ts";
import { afterFailure, noFailures } from "./back-off.ts";
import { chooseEvicted, evictForMemory } from "./choose-evicted.ts";
import { mayResend } from "./may-resend.ts";
import { fullBucket, takeTokens } from "./token-bucket.ts";

test("a script that keeps failing waits longer each time", () => {
  let state = noFailures;
  const waits = Array.from({ length: 8 }, (_, index) => {
    const now = index * 1_000_000;
    state = afterFailure(
      state,
      { now, servedMilliseconds: 50 },
      defaultScriptLimits.restartDelaysMilliseconds,
    );
    return state.startAt - now;
  });
  expect(waits).toEqual([0, 250, 1_000, 5_000, 30_000, 60_000, 60_000, 60_000]);
});

test("a script that ran for a while before it failed restarts immediately", () => {
  const before = { failures: 5, startAt: 0 };
  const after = afterFailure(before, { now: 7, servedMilliseconds: 10_000 }, [0, 250]);
  expect(after).toEqual({ failures: 1, startAt: 7 });
});

test.each([
  ["one that the script has started", { isBegun: true }, false],
  ["one that was never read", {}, true],
  ["a safe one", { isBegun: true, isSafe: true }, true],
  ["one that was already resent", { isResent: true }, false],
])("decides whether to resend a request: %s", (_name, request, expected) => {
  expect(mayResend({ isSafe: false, isBegun: false, isResent: false, ...request })).toBe(expected);
});

test("the least recently used idle script makes room", () => {
  const candidates = [
    { key: "new", lastUsedAt: 3, isBusy: false },
    { key: "old", lastUsedAt: 2, isBusy: false },
    { key: "oldest, busy", lastUsedAt: 1, isBusy: true },
  ];
  expect(chooseEvicted(candidates)).toBe("old");
  expect(chooseEvicted(candidates.filter(({ isBusy }) => isBusy))).toBeUndefined();
});

test("a bucket provides its burst, then rejects, and refills", () => {
  const size = { perSecond: 10, burst: 20 };
  const whole = takeTokens(fullBucket(size, 0), 20, 0, size);
  expect(whole.isTaken).toBe(true);
  const early = takeTokens(whole.bucket, 1, 99, size);
  expect(early.isTaken).toBe(false);
  expect(takeTokens(early.bucket, 1, 100, size)).toEqual({ isTaken: true, bucket: { level: 0, at: 100 } });
  expect(takeTokens(whole.bucket, 21, 1_000_000, size).isTaken).toBe(false);
});

test.each([
  ["within the limit, none", 60, { drained: [], killed: undefined }],
  ["the least recently used idle one", 50, { drained: ["old"], killed: undefined }],
  ["as many idle ones as necessary", 35, { drained: ["old", "new"], killed: undefined }],
  ["the largest busy one, if no idle one is left", 20, { drained: ["old", "new"], killed: "large" }],
])("makes room in memory: %s", (_name, maxBytes, expected) => {
  const candidates = [
    { key: "new", lastUsedAt: 3, isBusy: false, bytes: 10 },
    { key: "large", lastUsedAt: 1, isBusy: true, bytes: 25 },
    { key: "small", lastUsedAt: 0, isBusy: true, bytes: 10 },
    { key: "old", lastUsedAt: 2, isBusy: false, bytes: 15 },
  ];
  expect(evictForMemory(candidates, maxBytes)).toEqual(expected);
});
