import { quantile } from "./quantile.ts";

/**
 * The median of what each round's value is of another contender's in the same round. Rounds that follow each other have the same
 * neighbors on the machine, which those of a whole run have not.
 */
export function pairedRatio(values: readonly number[], others: readonly number[]): number {
  return quantile(
    values.map((value, round) => value / (others[round] ?? Number.NaN)),
    0.5,
  );
}
