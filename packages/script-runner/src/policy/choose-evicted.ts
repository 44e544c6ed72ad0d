/** A script with a running sandbox. */
export interface EvictionCandidate {
  readonly key: string;
  readonly lastUsedAt: number;
  readonly isBusy: boolean;
}

/** Which script's sandbox makes room for another one: the least recently used one that has nothing to do, if any. */
export function chooseEvicted(candidates: readonly EvictionCandidate[]): string | undefined {
  return candidates
    .filter(({ isBusy }) => !isBusy)
    .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt)[0]?.key;
}
