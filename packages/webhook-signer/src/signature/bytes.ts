import { SignatureError } from "./signature-error.ts";

/** Concatenates text (as UTF-8) and bytes. */
export async function concatenateBytes(
  ...parts: readonly (string | Uint8Array)[]
): Promise<Uint8Array<ArrayBuffer>> {
  // Copied because a `Blob` rejects memory shared between threads.
  const blob = new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));
  return new Uint8Array(await blob.arrayBuffer());
}

/** Encodes bytes as lowercase hex. */
export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Encodes bytes as padded base64 (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes padded base64 (RFC 4648 section 4). Returns `undefined` for empty or invalid text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // `atob` alone accepts whitespace and missing padding.
  if (text === "" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** An unparsed request body: text (as UTF-8) or bytes. */
export type RawBody = string | Uint8Array;

/**
 * Asserts that a body is text or bytes.
 *
 * @throws {SignatureError} `body_not_raw`, typically for an object created by a JSON body parser
 */
export function assertRawBody(body: unknown): asserts body is RawBody {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new SignatureError(
    "body_not_raw",
    `The body is ${body instanceof ArrayBuffer ? "an ArrayBuffer: wrap it in a Uint8Array" : `of type ${typeof body}`}. ` +
      "Pass the unparsed body as a string or Uint8Array, for example await request.text(), and turn off body parsing " +
      "for this route.",
  );
}

/** Compares two strings in a time that depends only on their lengths. */
export function equalText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  // No early exit: every character is compared.
  for (let index = 0; index < right.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}
