import { nodeCrypto } from "./node-crypto.ts";

/** Text, as UTF-8, or bytes. Not such as threads share: WebCrypto refuses them. */
export type HmacPart = string | Uint8Array<ArrayBuffer>;

/**
 * HMAC-SHA256 (RFC 2104) of a prefix followed by the exact bytes of a body, in hexadecimal.
 *
 * The result is there at once where `node:crypto` is, and promised by WebCrypto elsewhere.
 */
export function hmacSha256(key: HmacPart, prefix: string, body: HmacPart): string | Promise<string> {
  return (
    nodeCrypto?.createHmac("sha256", key).update(prefix).update(body).digest("hex") ??
    hmacByWebCrypto(key, prefix, body)
  );
}

async function hmacByWebCrypto(key: HmacPart, prefix: string, body: HmacPart): Promise<string> {
  const bytesOf = (...parts: HmacPart[]): Promise<ArrayBuffer> => new Blob(parts).arrayBuffer();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const ownKey = await crypto.subtle.importKey("raw", await bytesOf(key), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", ownKey, await bytesOf(prefix, body));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
