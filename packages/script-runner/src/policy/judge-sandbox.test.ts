import { expect, test } from "vitest";
import { defaultScriptLimits } from "../model/script-limits.ts";
import {
  type SandboxHealth,
  type SandboxUsage,
  type SandboxVerdict,
  freshHealth,
  judgeSandbox,
} from "./judge-sandbox.ts";

const mebibyte = 1024 * 1024;
const usage = (cpuMilliseconds: number, at = 0, residentBytes = 60 * mebibyte): SandboxUsage => ({
  at,
  cpuMilliseconds,
  residentBytes,
  hasBegun: false,
});
const health = (
  silentSinceCpu: number | undefined,
  cpuMilliseconds: number,
  cpuLeft = 10_000,
): SandboxHealth => ({
  silentSinceCpu,
  cpuMilliseconds,
  cpuLeft,
  lookedAt: 0,
});

const samples: readonly (readonly [string, SandboxHealth, SandboxUsage, Partial<SandboxVerdict>])[] = [
  ["no pending ping", health(undefined, 100), usage(700), { phase: "responsive" }],
  ["a ping sent just now", health(100, 100), usage(110), { phase: "responsive" }],
  ["20 ms of CPU time without a response", health(100, 110), usage(120), { phase: "gated" }],
  ["100 ms", health(100, 110), usage(200), { phase: "stand_in" }],
  [
    "500 ms",
    health(100, 590),
    usage(600),
    { phase: "kill", reason: "it computed for 500 ms without yielding" },
  ],
  [
    "another request started since the last sample",
    health(100, 590),
    { ...usage(600), hasBegun: true },
    { phase: "responsive" },
  ],
  [
    "a minute of wall-clock time without CPU time",
    health(100, 100),
    usage(110, 60_000),
    { phase: "responsive" },
  ],
  ["an exhausted burst", health(undefined, 0, 100), usage(100), { phase: "responsive", isThrottled: true }],
  ["a refilled burst", health(undefined, 0, 0), usage(0, 100), { isThrottled: false }],
  ["a burst overdrawn by half", health(undefined, 0, -4_900), usage(100), { phase: "kill" }],
  ["too much memory", health(undefined, 0), usage(0, 0, 513 * mebibyte), { phase: "kill" }],
];

test.each(samples)("%s", (_name, before, sample, expected) => {
  expect(judgeSandbox(before, sample, defaultScriptLimits).verdict).toMatchObject(expected);
});

test("a sandbox that uses half a core can run indefinitely, and its burst never exceeds the limit", () => {
  let state = freshHealth(usage(0), defaultScriptLimits);
  for (let second = 1; second <= 3_600; second += 1) {
    const judged = judgeSandbox(state, usage(second * 500, second * 1_000), defaultScriptLimits);
    state = judged.health;
    expect(judged.verdict).toEqual({ phase: "responsive", isThrottled: false });
  }
  expect(state.cpuLeft).toBe(defaultScriptLimits.cpuBurstMilliseconds);
});

test("a sandbox that uses a whole core is throttled after its burst, then killed", () => {
  let state = freshHealth(usage(0), defaultScriptLimits);
  const seen = new Map<string, number>();
  for (let second = 1; second <= 40; second += 1) {
    const judged = judgeSandbox(state, usage(second * 1_000, second * 1_000), defaultScriptLimits);
    state = judged.health;
    const { phase, isThrottled } = judged.verdict;
    const name = `${phase}${isThrottled ? ", throttled" : ""}`;
    if (!seen.has(name)) seen.set(name, second);
  }
  expect([...seen]).toEqual([
    ["responsive", 1],
    ["responsive, throttled", 20],
    ["kill, throttled", 30],
  ]);
});
