/** Writes bytes as lower-case hexadecimal or as padded base64 (RFC 4648). */
export function encode(bytes: Uint8Array, encoding: "hex" | "base64"): string {
  if (encoding === "base64") return btoa(String.fromCharCode(...bytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads padded base64; `undefined` when the text is anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
