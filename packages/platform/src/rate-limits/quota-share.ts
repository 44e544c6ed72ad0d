import { costMilliseconds, type RateLimiter, type RateLimitPolicy } from "./rate-limiter.ts";

/** What this process has taken of a quota in advance. */
export interface QuotaShare {
  /** Takes from the quota of a caller; false where there is too little left. */
  readonly take: (policy: RateLimitPolicy, key: string, cost: number) => Promise<boolean>;
}

interface Share {
  left: number;
  /** Milliseconds since 1970. */
  refusedUntil: number;
  asking: Promise<void> | undefined;
}

const maxShares = 10_000;
const aheadMilliseconds = 1000;

/**
 * Takes from quotas what lasts for a second, and gives it out in memory. A flood then costs the database a statement a second
 * and caller, and nothing while the quota is spent.
 *
 * @param now - milliseconds since 1970
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
        // Those who come at the same time ask once.
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
