import { limits } from "@plugboard/api/contract";
import * as z from "zod";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

const objectSchema = z.record(z.string(), z.unknown());
const stringsSchema = z.array(z.string());

/**
 * Parses a JSON object from a column written by this server.
 *
 * @example
 * import { readObject } from "@plugboard/platform/product";
 *
 * console.log(readObject('{"a":1}')); // { a: 1 }
 */
export function readObject(text: string): Record<string, unknown> {
  return objectSchema.parse(JSON.parse(text));
}

/** Parses a JSON list of strings from a column written by this server. */
export function readStrings(text: string): string[] {
  return stringsSchema.parse(JSON.parse(text));
}

/** Parses the JSON of an integration's response. Returns `undefined` if it isn't JSON, or is over a limit of the contract. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length > limits.responseJsonBytes || countJsonValues(bytes) > limits.jsonValues) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns an upper bound for the number of values in a JSON text. Empty lists and objects count as two. */
export function countJsonValues(bytes: Uint8Array): number {
  let count = 1;
  let at = 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte === comma || byte === openBracket || byte === openBrace) count += 1;
  }
  return count;
}

/** Returns the offset of the quote that ends a string. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - escapes > start && bytes[end - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}
