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

const looks: readonly (readonly [string, SandboxHealth, SandboxUsage, Partial<SandboxVerdict>])[] = [
  ["no ping is open", health(undefined, 100), usage(700), { phase: "responsive" }],
  ["the ping was sent just now", health(100, 100), usage(110), { phase: "responsive" }],
  ["20 ms of processor time without a response", health(100, 110), usage(120), { phase: "gated" }],
  ["100 ms", health(100, 110), usage(200), { phase: "stand_in" }],
  [
    "500 ms",
    health(100, 590),
    usage(600),
    { phase: "kill", reason: "it computed for 500 ms without a pause" },
  ],
  [
    "another request begun since the look before",
    health(100, 590),
    { ...usage(600), hasBegun: true },
    { phase: "responsive" },
  ],
  [
    "a minute on the wall without processor time",
    health(100, 100),
    usage(110, 60_000),
    { phase: "responsive" },
  ],
  [
    "a burst that is used up",
    health(undefined, 0, 100),
    usage(100),
    { phase: "responsive", isThrottled: true },
  ],
  ["a burst that has filled up again", health(undefined, 0, 0), usage(0, 100), { isThrottled: false }],
  ["half a burst overdrawn", health(undefined, 0, -4_900), usage(100), { phase: "kill" }],
  ["too much memory", health(undefined, 0), usage(0, 0, 513 * mebibyte), { phase: "kill" }],
];

test.each(looks)("%s", (_name, before, look, expected) => {
  expect(judgeSandbox(before, look, defaultScriptLimits).verdict).toMatchObject(expected);
});

test("a sandbox that uses half a core can go on for ever, and its burst never grows over the limit", () => {
  let state = freshHealth(usage(0), defaultScriptLimits);
  for (let second = 1; second <= 3_600; second += 1) {
    const judged = judgeSandbox(state, usage(second * 500, second * 1_000), defaultScriptLimits);
    state = judged.health;
    expect(judged.verdict).toEqual({ phase: "responsive", isThrottled: false });
  }
  expect(state.cpuLeft).toBe(defaultScriptLimits.cpuBurstMilliseconds);
});

test("a sandbox that uses a whole core is throttled when its burst is over, and killed when it goes on", () => {
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
