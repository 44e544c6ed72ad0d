import type { JsonValue } from "../model/endpoint.ts";

/** A row as returned by a database driver. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns a non-null text column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw unexpected(column, "text", value);
  return value;
}

/**
 * Returns a non-null number column. 64-bit integers arrive as strings, or as BigInt if the connection is
 * configured so.
 */
export function number(row: Row, column: string): number {
  const value = row[column];
  const isWide = typeof value === "bigint" || (typeof value === "string" && value !== "");
  const result = isWide ? Number(value) : value;
  if (typeof result !== "number" || Number.isNaN(result)) throw unexpected(column, "a number", value);
  return result;
}

/** Returns a text column; `undefined` if null. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** Returns a number column; `undefined` if null. */
export function optionalNumber(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : number(row, column);
}

function unexpected(column: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`column ${column} holds ${typeof value}, not ${wanted}`);
}

/** Returns a function that parses a stored string as one of the values. Throws on any other string. */
export function enumValue<Value extends string>(
  name: string,
  values: readonly Value[],
): (text: string) => Value {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new TypeError(`stored ${name} is ${JSON.stringify(text)}`);
    return value;
  };
}

/** Parses JSON that the store wrote. The check only guards against manual changes to the tables. */
export function fromStoredJson<Value>(text: string, isValue: (value: unknown) => value is Value): Value {
  const value: unknown = JSON.parse(text);
  if (!isValue(value))
    throw new TypeError("a JSON column contains an unexpected value; restore the row from a backup");
  return value;
}

/** Returns whether a value is a list of strings. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Returns whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The kind of a public ID. The prefix keeps IDs of different kinds apart. */
export type RowKind = "delivery" | "recovery" | "notice";

const prefixes: Readonly<Record<RowKind, string>> = { delivery: "dlv_", recovery: "rec_", notice: "ntc_" };

/** Returns the public ID of a stored row. */
export function toRowId(kind: RowKind, row: number): string {
  return `${prefixes[kind]}${row}`;
}

/** Returns the row of a public ID, or `undefined` if the ID has another kind or form. */
export function fromRowId(kind: RowKind, id: string): number | undefined {
  const prefix = prefixes[kind];
  if (!id.startsWith(prefix)) return undefined;
  const digits = id.slice(prefix.length);
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}
