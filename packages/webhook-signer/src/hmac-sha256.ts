import { concatenateBytes } from "./concatenate-bytes.ts";
import type { HmacInput } from "./hmac-input.ts";
import { nodeCrypto } from "./node-crypto.ts";

/**
 * HMAC-SHA256 (RFC 2104) of a prefix followed by the exact bytes of a body.
 *
 * The result is there at once where `node:crypto` is, and promised by WebCrypto elsewhere.
 */
export function hmacSha256(input: HmacInput): string | Promise<string> {
  const { key, prefix, body, encoding } = input;
  return (
    nodeCrypto?.createHmac("sha256", key).update(prefix).update(body).digest(encoding) ??
    hmacByWebCrypto(input)
  );
}

async function hmacByWebCrypto({ key, prefix, body, encoding }: HmacInput): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const keyBytes = await concatenateBytes(key);
  const cryptoKey = await crypto.subtle.importKey("raw", keyBytes, algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", cryptoKey, await concatenateBytes(prefix, body));
  const bytes = [...new Uint8Array(signature)];
  return encoding === "hex"
    ? bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
    : btoa(String.fromCharCode(...bytes));
}
