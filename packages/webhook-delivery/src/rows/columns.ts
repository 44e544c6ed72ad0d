import type { JsonValue } from "../model/endpoint.ts";

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

/** Makes a function that turns a stored text back into one of `words`. Throws on any other text. */
export function wordFrom<Word extends string>(name: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new TypeError(`stored ${name} is ${JSON.stringify(text)}`);
    return word;
  };
}

/** Reads JSON that a store wrote. The check is a safeguard against other hands in the tables, no more. */
export function fromStoredJson<Value>(text: string, isValue: (value: unknown) => value is Value): Value {
  const value: unknown = JSON.parse(text);
  if (!isValue(value))
    throw new TypeError("a column of JSON holds something else than the store writes there");
  return value;
}

/** Whether a value is a list of texts. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether a value that came out of JSON is an object. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
