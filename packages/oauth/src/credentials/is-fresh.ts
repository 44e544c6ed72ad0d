import type { OAuthCredentials } from "./oauth-credentials.ts";

/** How long before its expiry a token is refreshed, in seconds: room for a slow call and for clocks that differ. */
const refreshAheadSeconds = 60;

/** Whether an access token can be used for a while. */
export function isFresh({ needs_reauth, expires_at }: OAuthCredentials, now: number): boolean {
  if (needs_reauth === true) return false;
  return expires_at === undefined || expires_at - refreshAheadSeconds > now / 1000;
}

/** Whether an access token can be used no more. */
export function isExpired({ expires_at }: OAuthCredentials, now: number): boolean {
  return expires_at !== undefined && expires_at <= now / 1000;
}
