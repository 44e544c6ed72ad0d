import * as z from "zod";

const objectSchema = z.record(z.string(), z.unknown());
const stringsSchema = z.array(z.string());

/** A JSON object from a column that this server wrote. */
export function readObject(text: string): Record<string, unknown> {
  return objectSchema.parse(JSON.parse(text));
}

/** A JSON list of strings from a column that this server wrote. */
export function readStrings(text: string): string[] {
  return stringsSchema.parse(JSON.parse(text));
}

/** Bytes that somebody else wrote as JSON; `undefined` when they are none. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
