/** A row as a database driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** A text column that is never null. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw unexpected(column, "text", value);
  return value;
}

/** A number column that is never null. 64-bit integers arrive as text, or as BigInt where the connection's owner said so. */
export function number(row: Row, column: string): number {
  const value = row[column];
  const isWide = typeof value === "bigint" || (typeof value === "string" && value !== "");
  const result = isWide ? Number(value) : value;
  if (typeof result !== "number" || Number.isNaN(result)) throw unexpected(column, "a number", value);
  return result;
}

/** A text column, `undefined` where it is null. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** A number column, `undefined` where it is null. */
export function optionalNumber(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : number(row, column);
}

function unexpected(column: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`column ${column} holds ${typeof value}, not ${wanted}`);
}
