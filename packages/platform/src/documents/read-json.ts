import { PlatformError } from "../common/platform-error.ts";
import { documentLimits } from "./document-limits.ts";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

/**
 * Parses JSON in UTF-8.
 *
 * @throws PlatformError `invalid_request` if it isn't JSON, `payload_too_large` if it has too many values
 */
export function readJson(bytes: Uint8Array): unknown {
  const values = countValues(bytes);
  if (values > documentLimits.jsonValues) {
    throw new PlatformError(
      "payload_too_large",
      `The request's body has more than ${documentLimits.jsonValues} values. Split it into several requests.`,
    );
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new PlatformError("invalid_request", "The request's body is not JSON in UTF-8.");
  }
}

/** Counts the values of a JSON text from above: empty lists and objects count as two. */
function countValues(bytes: Uint8Array): number {
  let count = 1;
  let at = 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte === comma || byte === openBracket || byte === openBrace) count += 1;
  }
  return count;
}

/** The offset of the quote that ends a string. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - escapes > start && bytes[end - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}
