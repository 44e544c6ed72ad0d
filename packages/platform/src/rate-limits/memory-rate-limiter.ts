import { describeGrant, type RateLimiter, takeCost } from "./rate-limiter.ts";

const maxBuckets = 50_000;

/**
 * Creates a rate limiter in the memory of this process, for a single-process platform and for limits per
 * process. Above 50,000 callers the least recently seen are dropped.
 *
 * @param now - Unix time in milliseconds
 *
 * @example
 * import { createMemoryRateLimiter } from "@plugboard/platform";
 *
 * const limiter = createMemoryRateLimiter(Date.now);
 * const policy = { name: "sign-in", quota: 10, windowSeconds: 60 };
 * console.log((await limiter.take(policy, "192.0.2.7")).granted); // true
 */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const fullTimes = new Map<string, number>();
  return {
    take: async (policy, key, cost = 1) => {
      const id = `${policy.name} ${key}`;
      const time = now();
      const { isTaken, fullAt } = takeCost(policy, { fullAt: fullTimes.get(id) ?? time, now: time, cost });
      if (!isTaken) return describeGrant(policy, { fullAt, now: time, refusedCost: cost });
      // Reinserted to keep the map ordered by last use.
      fullTimes.delete(id);
      fullTimes.set(id, fullAt);
      const [oldest] = fullTimes.keys();
      if (fullTimes.size > maxBuckets && oldest !== undefined) fullTimes.delete(oldest);
      return describeGrant(policy, { fullAt, now: time });
    },
  };
}
