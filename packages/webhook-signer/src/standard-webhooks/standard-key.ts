import { decodeBase64 } from "../signature/bytes.ts";
import { SignatureError } from "../signature/signature-error.ts";

/** A key of Standard Webhooks, of the kind its prefix says. */
export type StandardKey =
  | { readonly kind: "symmetric"; readonly bytes: Uint8Array }
  | { readonly kind: "private"; readonly seed: Uint8Array<ArrayBuffer> }
  | { readonly kind: "public"; readonly bytes: Uint8Array<ArrayBuffer> };

/** Length in bytes of an Ed25519 seed, and of a public key (RFC 8032 section 5.1.5). */
export const ed25519KeyLength = 32;

/**
 * Reads a secret or key of Standard Webhooks: base64 behind `whsec_` (or nothing) for a symmetric secret, behind
 * `whsk_` for an Ed25519 private key (its seed, alone or followed by the public key), behind `whpk_` for a public one.
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
  return secret === secret.trim() ? "what follows the prefix is not base64" : "it has white space around it";
}

function invalid(reason: string): SignatureError {
  return new SignatureError("secret_invalid", `The secret is not one of Standard Webhooks: ${reason}.`);
}
