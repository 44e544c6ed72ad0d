import { encodeBase64 } from "./base64.ts";
import { concatenateBytes } from "./concatenate-bytes.ts";
import { nodeCrypto } from "./node-crypto.ts";
import type { RawBody } from "./raw-body.ts";

/** The key of an HMAC: text counts as its UTF-8 bytes. */
export type HmacKey = string | Uint8Array;

export interface HmacInput {
  readonly key: HmacKey;
  /** What is signed before the body. */
  readonly prefix: string;
  readonly body: RawBody;
  /** How the result is written. */
  readonly encoding: "hex" | "base64";
}

/**
 * HMAC-SHA256 (RFC 2104) of a prefix followed by the exact bytes of a body.
 *
 * The result is there at once where `node:crypto` is, and promised by WebCrypto elsewhere.
 */
export const hmacSha256: (input: HmacInput) => string | Promise<string> =
  nodeCrypto === undefined ? hmacByWebCrypto : hmacByNode(nodeCrypto);

function hmacByNode({ createHmac }: NonNullable<typeof nodeCrypto>) {
  return ({ key, prefix, body, encoding }: HmacInput): string => {
    const hmac = createHmac("sha256", key);
    // One string is one crossing into native code; bytes are handed over as they are instead of being copied.
    if (typeof body === "string") hmac.update(prefix + body);
    else hmac.update(prefix).update(body);
    return hmac.digest(encoding);
  };
}

async function hmacByWebCrypto({ key, prefix, body, encoding }: HmacInput): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const cryptoKey = await crypto.subtle.importKey("raw", concatenateBytes(key), algorithm, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", cryptoKey, concatenateBytes(prefix, body)));
  return encoding === "hex" ? encodeHex(digest) : encodeBase64(digest);
}

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
