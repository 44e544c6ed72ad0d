import { concatenateBytes, decodeBase64, encodeBase64, type RawBody } from "../signature/bytes.ts";
import { SignatureError } from "../signature/signature-error.ts";
import type { SignatureKey } from "../signature/webhook-scheme.ts";

/** A Standard Webhooks key, by kind. */
export type StandardKey =
  | { readonly kind: "symmetric"; readonly bytes: Uint8Array }
  | { readonly kind: "private"; readonly seed: Uint8Array<ArrayBuffer> }
  | { readonly kind: "public"; readonly bytes: Uint8Array<ArrayBuffer> };

/** The size of an Ed25519 seed and public key in bytes (RFC 8032 section 5.1.5). */
const ed25519KeyLength = 32;

/**
 * Parses a Standard Webhooks secret or key: base64 with prefix `whsec_` or none (symmetric secret), `whsk_`
 * (Ed25519 seed, optionally followed by the public key) or `whpk_` (Ed25519 public key).
 *
 * @throws {SignatureError} `secret_invalid`
 */
export function parseStandardKey(secret: string): StandardKey {
  const [, prefix = "", encoded = ""] = /^(wh(?:sec|sk|pk)_)?(.*)$/s.exec(secret) ?? [];
  const bytes = decodeBase64(encoded);
  if (bytes === undefined) throw invalid(describeText(secret));
  if (prefix === "whpk_") {
    if (bytes.length !== ed25519KeyLength)
      throw invalid(`its whpk_ public key has ${bytes.length} bytes instead of 32`);
    return { kind: "public", bytes };
  }
  if (prefix === "whsk_") {
    if (bytes.length !== ed25519KeyLength && bytes.length !== 2 * ed25519KeyLength) {
      throw invalid(`its whsk_ private key has ${bytes.length} bytes instead of 32 or 64`);
    }
    return { kind: "private", seed: bytes.slice(0, ed25519KeyLength) };
  }
  return { kind: "symmetric", bytes };
}

function describeText(secret: string): string {
  return secret === secret.trim()
    ? "the text after the prefix is not base64"
    : "it has surrounding whitespace";
}

function invalid(reason: string): SignatureError {
  return new SignatureError(
    "secret_invalid",
    `The secret is not a valid Standard Webhooks secret: ${reason}.`,
  );
}

// DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410 section 7). The seed follows.
const pkcs8Prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** Signs a prefix and a body with Ed25519 (RFC 8032). Returns base64. */
export async function signEd25519(seed: Uint8Array, prefix: string, body: RawBody): Promise<string> {
  const pkcs8 = await concatenateBytes(pkcs8Prefix, seed);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  const signature = await crypto.subtle.sign("Ed25519", key, await concatenateBytes(prefix, body));
  return encodeBase64(new Uint8Array(signature));
}

/** Returns a key that verifies `v1a` signatures of Standard Webhooks. */
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

// `namedCurve` has no effect at run time; it makes the types return a key pair.
const ed25519 = { name: "Ed25519", namedCurve: "Ed25519" };

/** An Ed25519 key pair in Standard Webhooks format. */
export interface SigningKeyPair {
  /** `whsk_` and the base64 of seed and public key. Keep it on the sender. */
  readonly privateKey: string;
  /** `whpk_` and base64. Share it with receivers. */
  readonly publicKey: string;
}

/**
 * Generates an Ed25519 key pair for Standard Webhooks. Receivers get only the public key and can't sign.
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
  // The seed is the end of the PKCS #8 encoding (RFC 8410 section 7). WebCrypto can't export raw private
  // keys.
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const publicBytes = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const privateBytes = await concatenateBytes(pkcs8.slice(-ed25519KeyLength), publicBytes);
  return {
    privateKey: `whsk_${encodeBase64(privateBytes)}`,
    publicKey: `whpk_${encodeBase64(publicBytes)}`,
  };
}
