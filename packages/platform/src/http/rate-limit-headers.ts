import type { RateLimitState } from "../common/platform-error.ts";

/**
 * Adds `RateLimit-Policy` and `RateLimit` to a response's headers, and `Retry-After` if the request was
 * rejected.
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
