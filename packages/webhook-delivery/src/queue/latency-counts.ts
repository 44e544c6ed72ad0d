/**
 * Where the classes end that requests are counted in by how long they took, in milliseconds. What took longer than the last is in a
 * class of its own. Stores have a column for each: a change of these needs a migration.
 */
const bounds: readonly number[] = [
  1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 400, 650, 1000, 1600, 2500, 4000, 6500, 10_000,
];

/** The columns that the counts are stored in. */
export const latencyColumns: readonly string[] = [...bounds, 0].map((_, index) => `latency_${index}`);

/** The number of the class, from 0, of a request that took so long. */
export function latencyClass(milliseconds: number): number {
  const index = bounds.findIndex((bound) => milliseconds <= bound);
  return index === -1 ? bounds.length : index;
}

/**
 * How long at most a share of requests took, in milliseconds, from how many there were in each class; `undefined` when there were
 * none. Within a class requests count as evenly spread, so that the true time lies in the same class.
 *
 * @param counts - as `EndpointHour.latencies`; of several hours, add them up
 * @param share - 0.5 for the median
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
