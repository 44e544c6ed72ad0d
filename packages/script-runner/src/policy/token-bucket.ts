/** A budget that refills over time, for example of requests or bytes. */
export interface TokenBucket {
  readonly level: number;
  readonly at: number;
}

/** A bucket's capacity and refill rate. */
export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/** Returns a full bucket. */
export function fullBucket({ burst }: BucketSize, now: number): TokenBucket {
  return { level: burst, at: now };
}

/** Takes tokens from the bucket if it has enough; otherwise takes none. */
export function takeTokens(
  bucket: TokenBucket,
  amount: number,
  now: number,
  { perSecond, burst }: BucketSize,
): { readonly bucket: TokenBucket; readonly isTaken: boolean } {
  const level = Math.min(burst, bucket.level + ((now - bucket.at) / 1000) * perSecond);
  const isTaken = level >= amount;
  return { bucket: { level: isTaken ? level - amount : level, at: now }, isTaken };
}
