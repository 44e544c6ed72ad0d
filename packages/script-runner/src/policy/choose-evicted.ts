/** A script with a running sandbox. */
export interface EvictionCandidate {
  readonly key: string;
  readonly lastUsedAt: number;
  readonly isBusy: boolean;
}

/** A script with running sandboxes and their memory. */
export interface MemoryCandidate extends EvictionCandidate {
  readonly bytes: number;
}

/** The scripts to evict to get below `maxBytes`. */
export interface MemoryEviction {
  /** Idle scripts, least recently used first. */
  readonly drained: readonly string[];
  /** The largest busy script, if evicting the idle ones isn't enough. */
  readonly killed?: string | undefined;
}

/** Returns the scripts to evict for memory. */
export function evictForMemory(candidates: readonly MemoryCandidate[], maxBytes: number): MemoryEviction {
  let total = candidates.reduce((sum, { bytes }) => sum + bytes, 0);
  const drained: string[] = [];
  for (const { key, bytes } of leastRecentlyUsed(candidates)) {
    if (total <= maxBytes) break;
    drained.push(key);
    total -= bytes;
  }
  const [largest] = candidates
    .filter(({ isBusy }) => isBusy)
    .toSorted((one, other) => other.bytes - one.bytes);
  return { drained, killed: total > maxBytes ? largest?.key : undefined };
}

/** Returns the least recently used idle script, which makes room for another sandbox. */
export function chooseEvicted(candidates: readonly EvictionCandidate[]): string | undefined {
  return leastRecentlyUsed(candidates)[0]?.key;
}

function leastRecentlyUsed<Candidate extends EvictionCandidate>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return candidates
    .filter(({ isBusy }) => !isBusy)
    .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt);
}
