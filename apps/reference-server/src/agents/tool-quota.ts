import { type RateLimiter, type RateLimitPolicy, spendQuota } from "@plugboard/platform";

/** The calls of one tool by one caller in an organization, besides the caller's request quota. */
const callPolicy: RateLimitPolicy = { name: "tool-calls", quota: 120, windowSeconds: 60 };

/**
 * Takes a call from the quota of a caller and a tool. Unknown tools, without a name, share a quota.
 *
 * @param principal - the key of the caller in an organization
 *
 * @throws PlatformError `rate_limited`
 */
export async function spendToolQuota(
  rateLimiter: RateLimiter,
  principal: string,
  name: string | undefined,
): Promise<void> {
  const key = JSON.stringify([principal, name]);
  await spendQuota(rateLimiter, callPolicy, { key, what: `calls of ${name ?? "unknown tools"}` });
}
