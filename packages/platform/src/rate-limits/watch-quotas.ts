import type { UsageMeter } from "../common/usage-meter.ts";
import { minuteQuotas } from "./organization-limits.ts";
import { defaultQuotas } from "./platform-quotas.ts";
import type { RateLimiter, RateLimitGrant } from "./rate-limiter.ts";

/** The quotas of organizations by the name of their bucket, whose key is the organization. */
const quotasByBucket: ReadonlyMap<string, string> = new Map([
  [defaultQuotas.organizationRequests.name, "requestsPerMinute"],
  ...Object.entries(minuteQuotas).map(([quota, bucket]) => [bucket, quota] as const),
]);

/** Notes how much of their rate limits organizations use. */
export function watchQuotas(limiter: RateLimiter, usage: Pick<UsageMeter, "noteQuota">): RateLimiter {
  return {
    take: async (policy, key, cost) => {
      const grant = await limiter.take(policy, key, cost);
      const quota = quotasByBucket.get(policy.name);
      if (quota !== undefined) usage.noteQuota(key, quota, usedPercent(grant));
      return grant;
    },
  };
}

function usedPercent({ granted, quota, remaining }: RateLimitGrant): number {
  return granted ? Math.floor(((quota - remaining) / quota) * 100) : 100;
}
