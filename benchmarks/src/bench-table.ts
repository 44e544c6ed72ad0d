/** A limit that this project set itself. */
export interface Bar {
  readonly relation: "≤" | "≥";
  readonly limit: number;
  /** Where the limit comes from, when it was worked out from another row: for example `2 × the signer's`. */
  readonly note?: string | undefined;
}

/** One measured contender. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  /** What `value` counts, for example `ns` or `deliveries/s`. */
  readonly unit: string;
  /** `value` relative to the table's reference, where there is one. */
  readonly ratio?: number | undefined;
  /** Holds for `ratio`, or for `value` in a row without one. */
  readonly bar?: Bar | undefined;
}

/** What one benchmark found, all of it measured in one run on one machine. */
export interface BenchTable {
  readonly title: string;
  readonly rows: readonly BenchRow[];
}

/** Whether a row meets its bar; `undefined` for a row without one. */
export function isBarMet({ value, ratio = value, bar }: BenchRow): boolean | undefined {
  if (bar === undefined) return undefined;
  return bar.relation === "≤" ? ratio <= bar.limit : ratio >= bar.limit;
}
