import { encodeBase64 } from "../base64.ts";
import type { RawBody } from "../raw-body.ts";
import { concatenateBytes } from "../concatenate-bytes.ts";

// The DER bytes before the seed in every Ed25519 private key of PKCS #8 (RFC 8410 section 7).
const pkcs8Prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** Signs a prefix and the exact bytes of a body with Ed25519 (RFC 8032); the result is in base64. */
export async function signEd25519(seed: Uint8Array, prefix: string, body: RawBody): Promise<string> {
  const pkcs8 = await concatenateBytes(pkcs8Prefix, seed);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  const signature = await crypto.subtle.sign("Ed25519", key, await concatenateBytes(prefix, body));
  return encodeBase64(new Uint8Array(signature));
}

export interface Ed25519Check {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly prefix: string;
  readonly body: RawBody;
}

/** Whether an Ed25519 signature is over a prefix and the exact bytes of a body. */
export async function verifyEd25519({ publicKey, signature, prefix, body }: Ed25519Check): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, await concatenateBytes(prefix, body));
}
