/** Returns 192 random bits in the URL-safe base64 alphabet. */
export function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}

/** Encodes bytes as URL-safe base64 without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
