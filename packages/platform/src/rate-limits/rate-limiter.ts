import { PlatformError, type RateLimitState } from "../common/platform-error.ts";

/**
 * How much one caller may use: a bucket that holds `quota` and, once empty, is full again after `windowSeconds`. What is used
 * comes back at a steady rate, so that nothing has to be awaited until a full hour or minute.
 */
export interface RateLimitPolicy {
  /** Lower-case letters and dashes; buckets of different names have nothing to do with each other. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** What `quota` counts. Default: requests. */
  readonly unit?: RateLimitState["unit"] | undefined;
}

/** Whether something was taken from a bucket, and what is left in it. */
export interface RateLimitGrant extends RateLimitState {
  readonly granted: boolean;
}

/** Keeps the buckets of all callers. */
export interface RateLimiter {
  /**
   * Takes `cost` from the bucket of a caller, or nothing where there is less in it.
   *
   * @param key - the caller, as in an address or the name of an integration
   * @param cost - how much; 1 when left out, and a negative one gives back what was taken
   */
  readonly take: (policy: RateLimitPolicy, key: string, cost?: number) => Promise<RateLimitGrant>;
}

// A clock that was set back by more leaves a bucket that looks empty for long; it counts as full.
const maxClockCorrectionMilliseconds = 1000;

/** The time to which what is taken shifts the moment at which a bucket is full again. */
export function costMilliseconds({ quota, windowSeconds }: RateLimitPolicy, cost: number): number {
  return (cost * windowSeconds * 1000) / quota;
}

/** From this `fullAt` on, a bucket was left by a clock far ahead. */
export function implausibleFullAt({ windowSeconds }: RateLimitPolicy, now: number): number {
  return now + windowSeconds * 1000 + maxClockCorrectionMilliseconds;
}

/**
 * What a caller learns of a bucket.
 *
 * @param fullAt - milliseconds since 1970 at which it is full, after what was granted
 * @param refusedCost - what was asked for and not granted
 */
export function describeGrant(
  policy: RateLimitPolicy,
  {
    fullAt,
    now,
    refusedCost,
  }: { readonly fullAt: number; readonly now: number; readonly refusedCost?: number },
): RateLimitGrant {
  const { name, quota, windowSeconds, unit = "requests" } = policy;
  const missing = Math.max(0, fullAt - now);
  const remaining = Math.max(0, Math.floor(quota - (missing * quota) / (windowSeconds * 1000) + 1e-6));
  const wait =
    refusedCost === undefined ? 0 : missing + costMilliseconds(policy, refusedCost) - windowSeconds * 1000;
  return {
    name,
    quota,
    windowSeconds,
    unit,
    granted: refusedCost === undefined,
    remaining,
    resetSeconds: Math.ceil(missing / 1000),
    retryAfterSeconds: refusedCost === undefined ? 0 : Math.max(1, Math.ceil(wait / 1000)),
  };
}

/**
 * Takes from a caller's bucket, and refuses where there is too little in it.
 *
 * @param what - what there were too many of, as in "tasks of integration import"
 * @throws PlatformError `rate_limited`
 * @example
 * import { createMemoryRateLimiter, spendQuota } from "@plugboard/platform";
 *
 * const limiter = createMemoryRateLimiter(Date.now);
 * const policy = { name: "exports", quota: 10, windowSeconds: 3600 };
 * const { remaining } = await spendQuota(limiter, policy, { key: "org_1", what: "exports of org_1" });
 * console.log(remaining); // 9
 */
export async function spendQuota(
  limiter: RateLimiter,
  policy: RateLimitPolicy,
  { key, what, cost }: { readonly key: string; readonly what: string; readonly cost?: number | undefined },
): Promise<RateLimitState> {
  const { granted, ...state } = await limiter.take(policy, key, cost);
  if (granted) return state;
  throw new PlatformError("rate_limited", `There are too many ${what}.`, [], { rateLimit: state });
}
