import type { OAuthCredentials } from "./oauth-credentials.ts";

/** The time before expiry when a token is refreshed, to allow for slow calls and clock skew (s). */
const refreshAheadSeconds = 60;

/** Returns whether an access token is valid for at least another minute. */
export function isFresh({ needs_reauth, expires_at }: OAuthCredentials, now: number): boolean {
  if (needs_reauth === true) return false;
  return expires_at === undefined || expires_at - refreshAheadSeconds > now / 1000;
}

/** Returns whether an access token has expired. */
export function isExpired({ expires_at }: OAuthCredentials, now: number): boolean {
  return expires_at !== undefined && expires_at <= now / 1000;
}
