const chunkBytes = 32_768;

/** Encodes bytes in base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  return btoa(text);
}

/** Decodes base64. */
export function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
