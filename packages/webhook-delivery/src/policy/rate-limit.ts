import type { RateLimit } from "../model/endpoint.ts";

/**
 * A token bucket's state. Plain data that survives JSON. Tokens come back at a steady rate, so the time at which the bucket
 * is full again says how many it holds at any moment.
 */
export interface TokenBucket {
  /** Milliseconds since 1970; in the past when the bucket is full. */
  readonly fullAt: number;
}

/** Whether a token was taken; if not, `readyAt` (milliseconds since 1970) is when one will be there. */
export type TokenGrant =
  | { readonly granted: true; readonly bucket: TokenBucket }
  | { readonly granted: false; readonly bucket: TokenBucket; readonly readyAt: number };

/** So far a clock may be set back, in milliseconds, before what it wrote until then is taken to be from a clock that was ahead. */
export const maxClockCorrection = 1_000;

/** A bucket that holds a whole burst. */
export const fullTokenBucket: TokenBucket = { fullAt: 0 };

/**
 * Takes one token. The bucket in what it returns replaces the one that was passed in. A clock that steps back adds no tokens, and a
 * bucket that a clock far ahead has left is full again: left as it is, it would give nothing until the clock is there again.
 */
export function takeToken(bucket: TokenBucket, limit: RateLimit, now: number): TokenGrant {
  const interval = 1_000 / limit.perSecond;
  const isFromAhead = bucket.fullAt > now + limit.burst * interval + maxClockCorrection;
  const fullAt = isFromAhead ? now : Math.max(bucket.fullAt, now);
  const readyAt = Math.ceil(fullAt - (limit.burst - 1) * interval);
  if (now < readyAt) return { granted: false, bucket, readyAt };
  return { granted: true, bucket: { fullAt: fullAt + interval } };
}
