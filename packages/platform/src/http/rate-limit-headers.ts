import type { RateLimitState } from "../common/platform-error.ts";

/**
 * Adds a quota to a response's headers: `RateLimit-Policy` and `RateLimit`, and `Retry-After` where it was refused.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers-10.
 */
export function addRateLimitHeaders(headers: Headers, state: RateLimitState): void {
  const { name, quota, windowSeconds, unit, remaining, resetSeconds, retryAfterSeconds } = state;
  const units = unit === "requests" ? "" : `;qu="${unit}"`;
  headers.append("ratelimit-policy", `"${name}";q=${quota};w=${windowSeconds}${units}`);
  headers.append("ratelimit", `"${name}";r=${remaining};t=${resetSeconds}`);
  if (retryAfterSeconds > 0) headers.set("retry-after", String(retryAfterSeconds));
}
