/**
 * Returns the value that this fraction of the values doesn't exceed: 0.5 gives the median. `NaN` without
 * values.
 */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
