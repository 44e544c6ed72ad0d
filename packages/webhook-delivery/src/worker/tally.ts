/** Counts by key, and in all. */
export interface Tally {
  readonly total: number;
  /** Keys whose count is 0 are left out. */
  readonly counts: ReadonlyMap<string, number>;
  of(key: string): number;
  add(key: string, change: 1 | -1): void;
}

/** Creates a tally of nothing. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    counts,
    of: (key) => counts.get(key) ?? 0,
    add(key, change) {
      total += change;
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
