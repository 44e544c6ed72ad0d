/** A limit set by this project. */
export interface Bar {
  readonly relation: "≤" | "≥";
  readonly limit: number;
  /** The source of a limit derived from another row, for example `2 × the signer's`. */
  readonly note?: string | undefined;
}

/** A measured contender. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  /** The unit of `value`, such as `ns` or `deliveries/s`. */
  readonly unit: string;
  /** `value` relative to the table's reference, if it has one. */
  readonly ratio?: number | undefined;
  /** Applies to `ratio`, or to `value` in a row without a ratio. */
  readonly bar?: Bar | undefined;
}

/** The results of a benchmark, measured in one run on one machine. */
export interface BenchTable {
  readonly title: string;
  readonly rows: readonly BenchRow[];
}

/** Returns whether a row meets its bar; `undefined` for a row without a bar. */
export function isBarMet({ value, ratio = value, bar }: BenchRow): boolean | undefined {
  if (bar === undefined) return undefined;
  return bar.relation === "≤" ? ratio <= bar.limit : ratio >= bar.limit;
}
