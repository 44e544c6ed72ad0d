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
