import { PlatformError, type RateLimitState } from "../common/platform-error.ts";

/**
 * A caller's quota: a bucket of size `quota` that refills at a steady rate, from empty to full in
 * `windowSeconds`.
 */
export interface RateLimitPolicy {
  /** Lower-case letters and dashes. Each name has its own buckets. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** The unit of `quota`. Defaults to requests. */
  readonly unit?: RateLimitState["unit"] | undefined;
}

/** Whether the request was granted, and the state of the bucket. */
export interface RateLimitGrant extends RateLimitState {
  readonly granted: boolean;
}

/** The buckets of all callers. */
export interface RateLimiter {
  /**
   * Takes `cost` from a caller's bucket, or nothing if there is too little.
   *
   * @param key - the caller, such as an address or the name of an integration
   *
   * @param cost - defaults to 1; a negative cost is a refund
   */
  readonly take: (policy: RateLimitPolicy, key: string, cost?: number) => Promise<RateLimitGrant>;
}

// After a larger clock correction, a bucket would look empty for a long time; it counts as full instead.
const maxClockCorrectionMilliseconds = 1000;

/** Returns the additional time until a bucket is full after taking `cost`. */
export function costMilliseconds({ quota, windowSeconds }: RateLimitPolicy, cost: number): number {
  return (cost * windowSeconds * 1000) / quota;
}

/** Returns the earliest `fullAt` that only a clock far ahead could have written. */
export function implausibleFullAt({ windowSeconds }: RateLimitPolicy, now: number): number {
  return now + windowSeconds * 1000 + maxClockCorrectionMilliseconds;
}

/**
 * Takes `cost` from a bucket, or nothing if it holds too little. `fullAt` is when the bucket is full
 * (Unix time in milliseconds).
 */
export function takeCost(
  policy: RateLimitPolicy,
  { fullAt, now, cost }: { readonly fullAt: number; readonly now: number; readonly cost: number },
): { readonly isTaken: boolean; readonly fullAt: number } {
  const before = fullAt > implausibleFullAt(policy, now) ? now : Math.max(fullAt, now);
  const after = before + costMilliseconds(policy, cost);
  const isTaken = after <= now + policy.windowSeconds * 1000;
  return { isTaken, fullAt: isTaken ? after : before };
}

/**
 * Describes a bucket to its caller.
 *
 * @param fullAt - when it is full (Unix time in milliseconds), after the granted cost
 *
 * @param refusedCost - the rejected cost
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
 * Takes from a caller's bucket, or throws if there is too little.
 *
 * @param what - the limited requests, such as "tasks of integration import"
 *
 * @throws PlatformError `rate_limited`
 *
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
  throw new PlatformError("rate_limited", `Too many ${what}.`, [], { rateLimit: state });
}
