/** Unguessable text in the URL-safe alphabet, 192 bits of it. */
export function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}

/** Bytes in the URL-safe base64 alphabet, without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
