const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Writes bytes as padded base64 (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Reads padded base64 (RFC 4648 section 4); `undefined` when the text is empty or anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // atob alone would also accept white space and missing padding.
  if (text === "" || text.length % 4 !== 0 || !base64Pattern.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
