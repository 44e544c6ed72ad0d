/** A budget that fills up again: of requests, of bytes. */
export interface TokenBucket {
  readonly level: number;
  readonly at: number;
}

/** A bucket's size and how fast it fills. */
export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/** A full bucket. */
export function fullBucket({ burst }: BucketSize, now: number): TokenBucket {
  return { level: burst, at: now };
}

/** Takes from the bucket if there is enough, and not at all otherwise. */
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
