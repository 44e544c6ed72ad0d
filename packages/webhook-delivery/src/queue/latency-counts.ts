/**
 * The upper bounds of the latency classes (ms). Longer durations go into an extra class. Stores have one
 * column per class, so a change needs a migration.
 */
const bounds: readonly number[] = [
  1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 400, 650, 1000, 1600, 2500, 4000, 6500, 10_000,
];

/** The database columns of the counts. */
export const latencyColumns: readonly string[] = [...bounds, 0].map((_, index) => `latency_${index}`);

/** Returns the class of a duration, starting at 0. */
export function latencyClass(milliseconds: number): number {
  const index = bounds.findIndex((bound) => milliseconds <= bound);
  return index === -1 ? bounds.length : index;
}

/**
 * Returns the duration that a share of requests stayed within (ms), or `undefined` without requests. Requests
 * count as evenly spread within a class, so the true value is in the same class.
 *
 * @param counts - as in `EndpointHour.latencies`; add them up for several hours
 * @param share - 0.5 for the median
 *
 * @example
 * import { latencyPercentile } from "@plugboard/webhook-delivery";
 *
 * // Three requests of up to a millisecond, and one of up to two.
 * console.log(latencyPercentile([3, 1], 0.95)); // 1.8
 */
export function latencyPercentile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = share * total;
  for (const [index, count] of counts.entries()) {
    const above = bounds[index] ?? bounds.at(-1) ?? 0;
    const below = index === 0 ? 0 : (bounds[index - 1] ?? above);
    if (left <= count && count > 0) return below + ((above - below) * left) / count;
    left -= count;
  }
  return bounds.at(-1);
}
