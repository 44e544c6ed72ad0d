import { SignatureError } from "./signature-error.ts";

/** Joins texts, as UTF-8, and bytes into new bytes. */
export async function concatenateBytes(
  ...parts: readonly (string | Uint8Array)[]
): Promise<Uint8Array<ArrayBuffer>> {
  // Copied first: a blob refuses memory that is shared between threads.
  const blob = new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));
  return new Uint8Array(await blob.arrayBuffer());
}

/** Writes bytes as lower-case hexadecimal. */
export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes bytes as padded base64 (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Reads padded base64 (RFC 4648 section 4); `undefined` when the text is empty or anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // atob alone would also accept white space and missing padding.
  if (text === "" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** A request body exactly as it travels: its text, counted as UTF-8, or its bytes. */
export type RawBody = string | Uint8Array;

/**
 * Lets a raw body pass and refuses anything else.
 *
 * @throws {SignatureError} `body_not_raw`: typically the object a framework's JSON parser left behind.
 */
export function assertRawBody(body: unknown): asserts body is RawBody {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new SignatureError(
    "body_not_raw",
    `The body is ${body instanceof ArrayBuffer ? "an ArrayBuffer: wrap it in a Uint8Array" : `of type ${typeof body}`}. ` +
      "Pass the unparsed body as a string or Uint8Array, for example await request.text(), and turn off body parsing " +
      "for this route: a signature covers the exact bytes of the request.",
  );
}

/** Compares two texts in a time that depends on their lengths alone, not on where they differ. */
export function equalText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  // Never left early: every character is looked at, whatever was found before.
  for (let index = 0; index < right.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}
