import { expect, test } from "vitest";
import { latencyClass, latencyPercentile } from "./latency-counts.ts";

test.each<[counts: readonly number[], share: number, milliseconds: number]>([
  [[3, 1], 0.95, 1.8],
  // A share that ends with the last request of a class returns the upper bound of that class.
  [[1, 1], 0.5, 1],
  [[2, 2], 1, 2],
  // Classes without requests are skipped at both ends.
  [[0, 0, 4], 0, 2],
  [[0, 0, 4], 0.5, 3.5],
  [[0, 4, 0], 1, 2],
])("counts %j: quantile %d is %d ms", (counts, share, milliseconds) => {
  expect(latencyPercentile(counts, share)).toBeCloseTo(milliseconds);
});

test.each([[[]], [[0, 0]]])("counts %j have no quantiles", (counts) => {
  expect(latencyPercentile(counts, 0.5)).toBeUndefined();
});

test.each([
  [0, 0],
  [1, 0],
  [1.01, 1],
  [10_000, 18],
  [10_001, 19],
])("%d ms belongs to class %i", (milliseconds, index) => {
  expect(latencyClass(milliseconds)).toBe(index);
});
