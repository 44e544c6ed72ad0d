import { quantile } from "./quantile.ts";

/**
 * Returns the median ratio between two contenders' values in the same round. Values of one round are measured
 * under the same load, unlike those of a whole run.
 */
export function pairedRatio(values: readonly number[], others: readonly number[]): number {
  return quantile(
    values.map((value, round) => value / (others[round] ?? Number.NaN)),
    0.5,
  );
}
