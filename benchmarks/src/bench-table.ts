/** One measured contender. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  /** What `value` counts, for example `ns` or `deliveries/s`. */
  readonly unit: string;
  /** `value` relative to the table's reference, where there is one. */
  readonly ratio?: number;
  /** What the ratio is held against, in words, for example `≤ 1.25`. */
  readonly bar?: string;
}

/** What one benchmark found, all of it measured in one run on one machine. */
export interface BenchTable {
  readonly title: string;
  readonly rows: readonly BenchRow[];
}
