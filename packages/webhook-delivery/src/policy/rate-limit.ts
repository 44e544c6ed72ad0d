import type { RateLimit } from "../model/endpoint.ts";

/**
 * The state of a token bucket. Plain data that survives JSON. Tokens return at a steady rate, so the time at
 * which the bucket is full determines how many tokens it has at any moment.
 */
export interface TokenBucket {
  /** Unix time (ms); in the past if the bucket is full. */
  readonly fullAt: number;
}

/** The result of `takeToken`. `readyAt` is when the next token is available (Unix time, ms). */
export type TokenGrant =
  | { readonly granted: true; readonly bucket: TokenBucket }
  | { readonly granted: false; readonly bucket: TokenBucket; readonly readyAt: number };

/**
 * The maximum clock correction (ms). A larger difference means the bucket was written by a clock that ran
 * ahead.
 */
export const maxClockCorrection = 1_000;

/** A full bucket. */
export const fullTokenBucket: TokenBucket = { fullAt: 0 };

/**
 * Takes one token. Store the returned bucket. A clock that steps back adds no tokens. A bucket written by a
 * clock far ahead counts as full; otherwise it would stay empty until the clock caught up.
 */
export function takeToken(bucket: TokenBucket, limit: RateLimit, now: number): TokenGrant {
  const interval = 1_000 / limit.perSecond;
  const isFromAhead = bucket.fullAt > now + limit.burst * interval + maxClockCorrection;
  const fullAt = isFromAhead ? now : Math.max(bucket.fullAt, now);
  const readyAt = Math.ceil(fullAt - (limit.burst - 1) * interval);
  if (now < readyAt) return { granted: false, bucket, readyAt };
  return { granted: true, bucket: { fullAt: fullAt + interval } };
}
