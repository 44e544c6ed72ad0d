import { expect, it } from "vitest";
import { createMemoryRateLimiter } from "./memory-rate-limiter.ts";
import { createQuotaShare } from "./quota-share.ts";
import type { RateLimiter } from "./rate-limiter.ts";

function set(quota: number) {
  const clock = { now: 1_700_000_000_000 };
  const policy = { name: "events", quota, windowSeconds: 60 };
  const limiter = createMemoryRateLimiter(() => clock.now);
  let requests = 0;
  const counted: RateLimiter = {
    take: async (...args) => {
      requests += 1;
      return await limiter.take(...args);
    },
  };
  const share = createQuotaShare(counted, () => clock.now);
  const takeMany = async (times: number, cost = 1): Promise<number> => {
    const taken = await Promise.all(Array.from({ length: times }, () => share.take(policy, "org_1", cost)));
    return taken.filter(Boolean).length;
  };
  return { clock, policy, limiter, takeMany, asked: () => requests };
}

it("grants no more than the quota, and requests enough for a second", async () => {
  const { clock, takeMany, asked } = set(600);
  expect(await takeMany(1000)).toBe(600);
  expect(asked()).toBe(61);
  expect(await takeMany(1000)).toBe(0);
  expect(asked()).toBe(61);
  clock.now += 30_000;
  expect(await takeMany(1000)).toBe(300);
});

it("leaves unused quota to other processes", async () => {
  const { policy, limiter, takeMany } = set(600);
  await takeMany(15);
  expect(await limiter.take(policy, "org_1", 0)).toMatchObject({ remaining: 580 });
});

it("grants a cost above a second's share entirely or not at all", async () => {
  const { takeMany } = set(5);
  expect(await takeMany(4, 2)).toBe(2);
});
