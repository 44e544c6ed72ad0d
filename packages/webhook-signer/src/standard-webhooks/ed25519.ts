import { concatenateBytes, decodeBase64, encodeBase64 } from "../signature/bytes.ts";
import type { RawBody } from "../signature/raw-body.ts";
import type { SignatureKey } from "../signature/webhook-scheme.ts";

// The DER bytes before the seed in every Ed25519 private key of PKCS #8 (RFC 8410 section 7).
const pkcs8Prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** Signs a prefix and the exact bytes of a body with Ed25519 (RFC 8032); the result is in base64. */
export async function signEd25519(seed: Uint8Array, prefix: string, body: RawBody): Promise<string> {
  const pkcs8 = await concatenateBytes(pkcs8Prefix, seed);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  const signature = await crypto.subtle.sign("Ed25519", key, await concatenateBytes(prefix, body));
  return encodeBase64(new Uint8Array(signature));
}

/** A public key that checks the `v1a` signatures of Standard Webhooks. */
export function ed25519PublicKey(publicKey: Uint8Array<ArrayBuffer>): SignatureKey {
  return {
    signaturePrefix: "v1a,",
    signaturePattern: /^[A-Za-z0-9+/]{86}==$/,
    matches: async (signatures, prefix, body) => {
      const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
      const message = await concatenateBytes(prefix, body);
      for (const signature of signatures) {
        const bytes = decodeBase64(signature);
        if (bytes && (await crypto.subtle.verify("Ed25519", key, bytes, message))) return true;
      }
      return false;
    },
  };
}
