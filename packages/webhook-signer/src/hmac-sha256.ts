import { encodeBase64 } from "./base64.ts";
import { concatenateBytes } from "./concatenate-bytes.ts";
import type { HmacInput } from "./hmac-input.ts";
import { type NodeCrypto, nodeCrypto } from "./node-crypto.ts";
import { createOneShotHmac } from "./one-shot-hmac.ts";

/**
 * HMAC-SHA256 (RFC 2104) of a prefix followed by the exact bytes of a body.
 *
 * The result is there at once where `node:crypto` is, and promised by WebCrypto elsewhere.
 */
export const hmacSha256: (input: HmacInput) => string | Promise<string> =
  nodeCrypto === undefined ? hmacByWebCrypto : hmacByNode(nodeCrypto);

function hmacByNode({ createHmac, hash, Buffer }: NodeCrypto) {
  const oneShotHmac = hash && createOneShotHmac(hash, Buffer);
  return (input: HmacInput): string => {
    const { key, prefix, body, encoding } = input;
    return oneShotHmac?.(input) ?? createHmac("sha256", key).update(prefix).update(body).digest(encoding);
  };
}

async function hmacByWebCrypto({ key, prefix, body, encoding }: HmacInput): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const cryptoKey = await crypto.subtle.importKey("raw", concatenateBytes(key), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", cryptoKey, concatenateBytes(prefix, body));
  const bytes = new Uint8Array(signature);
  return encoding === "hex" ? encodeHex(bytes) : encodeBase64(bytes);
}

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
