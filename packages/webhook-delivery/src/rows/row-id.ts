/** What a public id stands for. The prefix keeps ids of different things apart. */
export type RowKind = "delivery" | "recovery" | "notice";

const prefixes: Readonly<Record<RowKind, string>> = { delivery: "dlv_", recovery: "rec_", notice: "ntc_" };

/** The public id of a stored row. */
export function toRowId(kind: RowKind, row: number): string {
  return `${prefixes[kind]}${row}`;
}

/** The row of a public id, or `undefined` when it is no such id. */
export function fromRowId(kind: RowKind, id: string): number | undefined {
  const prefix = prefixes[kind];
  if (!id.startsWith(prefix)) return undefined;
  const digits = id.slice(prefix.length);
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}
