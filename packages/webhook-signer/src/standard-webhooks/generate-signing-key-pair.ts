import { concatenateBytes, encodeBase64 } from "../signature/bytes.ts";
import { ed25519KeyLength } from "./standard-key.ts";

// Naming the curve adds nothing at run time; with it, the types say that a pair comes back, not a single key.
const ed25519 = { name: "Ed25519", namedCurve: "Ed25519" };

/** An Ed25519 key pair as Standard Webhooks writes it. */
export interface SigningKeyPair {
  /** `whsk_` and base64 of the seed followed by the public key. Stays with the sender. */
  readonly privateKey: string;
  /** `whpk_` and base64. Goes to whoever verifies. */
  readonly publicKey: string;
}

/**
 * Makes an Ed25519 key pair to sign Standard Webhooks with, so that receivers hold nothing that could sign.
 *
 * @example
 * ```ts
 * import { generateSigningKeyPair } from "@plugboard/webhook-signer/standard-webhooks";
 *
 * const { privateKey, publicKey } = await generateSigningKeyPair();
 * console.log(`keep ${privateKey.slice(0, 5)}…, give ${publicKey} to every receiver`);
 * ```
 */
export async function generateSigningKeyPair(): Promise<SigningKeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ed25519, true, ["sign", "verify"]);
  // The seed is the end of the PKCS #8 form (RFC 8410 section 7); WebCrypto exports no raw private keys.
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const publicBytes = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const privateBytes = await concatenateBytes(pkcs8.slice(-ed25519KeyLength), publicBytes);
  return {
    privateKey: `whsk_${encodeBase64(privateBytes)}`,
    publicKey: `whpk_${encodeBase64(publicBytes)}`,
  };
}
