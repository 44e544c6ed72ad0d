import { decodeBase64 } from "../base64.ts";
import { SignatureError } from "../signature-error.ts";

// The length in bytes of the signatures of each version: HMAC-SHA256 and Ed25519.
const signatureLengths = { v1: 32, v1a: 64 };

export type SignatureVersion = keyof typeof signatureLengths;

/** One signature of a `webhook-signature` header. */
export interface ListedSignature {
  readonly version: SignatureVersion;
  readonly base64: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Parses `v1,<base64> v1a,<base64> …` and keeps the well-formed signatures of the wanted versions; at least one.
 *
 * @throws {SignatureError} `signature_missing`, `signature_malformed`
 */
export function parseSignatureList(
  header: string,
  wanted: ReadonlySet<SignatureVersion>,
): readonly ListedSignature[] {
  const versions = [...wanted];
  const candidates = header.split(" ").flatMap((entry) => {
    const version = versions.find((name) => entry.startsWith(`${name},`));
    return version === undefined ? [] : [{ version, base64: entry.slice(version.length + 1) }];
  });
  if (candidates.length === 0) {
    throw new SignatureError(
      "signature_missing",
      `The webhook-signature header has no ${versions.join(" or ")} signature, the kind the given secret can check.`,
    );
  }
  const signatures = candidates.flatMap((candidate) => {
    const bytes = decodeBase64(candidate.base64);
    return bytes?.length === signatureLengths[candidate.version] ? [{ ...candidate, bytes }] : [];
  });
  if (signatures.length > 0) return signatures;
  throw new SignatureError(
    "signature_malformed",
    "No signature of the webhook-signature header is base64 of the right length. Was the header cut short?",
  );
}
