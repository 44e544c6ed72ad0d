/** A script with a running sandbox. */
export interface EvictionCandidate {
  readonly key: string;
  readonly lastUsedAt: number;
  readonly isBusy: boolean;
}

/** A script with running sandboxes and the memory they hold. */
export interface MemoryCandidate extends EvictionCandidate {
  readonly bytes: number;
}

/** The scripts that have to go so that all together hold at most `maxBytes`. */
export interface MemoryEviction {
  /** Idle ones, the least recently used first. */
  readonly drained: readonly string[];
  /** The largest one, once only busy ones are left and they still hold too much. */
  readonly killed?: string | undefined;
}

/** Chooses the scripts that make room in memory. */
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

/** Which script's sandbox makes room for another one: the least recently used one that has nothing to do, if any. */
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
