import { costMilliseconds, describeGrant, implausibleFullAt, type RateLimiter } from "./rate-limiter.ts";

const maxBuckets = 50_000;

/**
 * Keeps buckets in the memory of this process, for a platform of one process and for what each process may count by itself.
 * Of more than 50,000 callers, those that were not seen for longest are forgotten.
 *
 * @param now - milliseconds since 1970
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
      const known = fullTimes.get(id) ?? time;
      const before = known > implausibleFullAt(policy, time) ? time : Math.max(known, time);
      const after = before + costMilliseconds(policy, cost);
      if (after > time + policy.windowSeconds * 1000)
        return describeGrant(policy, { fullAt: before, now: time, refusedCost: cost });
      // Written anew, so that the map is in the order in which callers were last seen.
      fullTimes.delete(id);
      fullTimes.set(id, after);
      const [oldest] = fullTimes.keys();
      if (fullTimes.size > maxBuckets && oldest !== undefined) fullTimes.delete(oldest);
      return describeGrant(policy, { fullAt: after, now: time });
    },
  };
}
