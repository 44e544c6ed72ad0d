import { costMilliseconds, type RateLimiter, type RateLimitPolicy } from "./rate-limiter.ts";

/** The share of a quota that this process has reserved. */
export interface QuotaShare {
  /** Takes from a caller's quota. Returns false if too little is left. */
  readonly take: (policy: RateLimitPolicy, key: string, cost: number) => Promise<boolean>;
}

interface Share {
  left: number;
  /** Unix time in milliseconds. */
  refusedUntil: number;
  asking: Promise<void> | undefined;
}

const maxShares = 10_000;
const aheadMilliseconds = 1000;

/**
 * Reserves a quota's share for about a second and takes from it in memory. A flood costs the database one
 * statement per second and caller, and none while the quota is exhausted.
 *
 * @param now - Unix time in milliseconds
 *
 * @example
 * import { createMemoryRateLimiter } from "@plugboard/platform";
 * import { createQuotaShare } from "@plugboard/platform/product";
 *
 * const share = createQuotaShare(createMemoryRateLimiter(Date.now), Date.now);
 * console.log(await share.take({ name: "events", quota: 1, windowSeconds: 60 }, "org_1", 1)); // true
 */
export function createQuotaShare(limiter: RateLimiter, now: () => number): QuotaShare {
  const shares = new Map<string, Share>();
  const shareOf = (id: string): Share => {
    const share = shares.get(id) ?? { left: 0, refusedUntil: 0, asking: undefined };
    shares.delete(id);
    shares.set(id, share);
    const [oldest] = shares.keys();
    if (shares.size > maxShares && oldest !== undefined) shares.delete(oldest);
    return share;
  };
  return {
    take: async (policy, key, cost) => {
      const share = shareOf(`${policy.name} ${key}`);
      const ask = async (): Promise<void> => {
        const ahead = Math.floor(aheadMilliseconds / costMilliseconds(policy, 1));
        const amount = Math.max(cost, ahead);
        const { granted, retryAfterSeconds } = await limiter.take(policy, key, amount);
        if (granted) share.left += amount;
        else share.refusedUntil = now() + retryAfterSeconds * 1000;
      };
      while (share.left < cost) {
        if (now() < share.refusedUntil) return false;
        // Concurrent callers share one request.
        share.asking ??= ask().finally(() => {
          share.asking = undefined;
        });
        await share.asking;
      }
      share.left -= cost;
      return true;
    },
  };
}
