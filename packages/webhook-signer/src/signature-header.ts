import { SignatureError } from "./signature-error.ts";
import { parseTimestamp } from "./timestamp-age.ts";

/** The header that carries a webhook's signature, in lower case as HTTP/2 and every header map write it. */
export const signatureHeaderName = "x-service-signature";

// 32 bytes of HMAC-SHA256.
const hexSignature = /^[0-9a-f]{64}$/;

/** What a signature header says. */
export interface SignatureHeader {
  /** Unix seconds. */
  readonly timestamp: number;
  /** The timestamp as it was written: these characters are what was signed. */
  readonly timestampText: string;
  /** Every well-formed `v1` in lower case; at least one. */
  readonly signatures: readonly string[];
}

/**
 * Parses `t=<unix_timestamp>,v1=<signature_hex>`: parts in any order, several `v1`, unknown parts ignored.
 *
 * @throws {SignatureError} `header_missing`, `timestamp_missing`, `timestamp_invalid`, `signature_missing`,
 * `signature_malformed`
 */
export function parseSignatureHeader(header: string | null | undefined): SignatureHeader {
  if (typeof header !== "string" || header.trim() === "") {
    throw new SignatureError(
      "header_missing",
      `The request has no ${signatureHeaderName} header. Either it was not sent by the service, or a proxy removed the header.`,
    );
  }
  const timestamps: string[] = [];
  const encoded: string[] = [];
  for (const part of header.split(",")) {
    const separator = part.indexOf("=");
    const name = part.slice(0, Math.max(separator, 0)).trim();
    if (name === "t") timestamps.push(part.slice(separator + 1).trim());
    else if (name === "v1")
      encoded.push(
        part
          .slice(separator + 1)
          .trim()
          .toLowerCase(),
      );
  }
  const timestampText = singleTimestamp(timestamps);
  return { timestamp: parseTimestamp(timestampText), timestampText, signatures: wellFormed(encoded) };
}

function singleTimestamp(timestamps: readonly string[]): string {
  const [timestamp] = timestamps;
  if (timestamp === undefined) {
    throw new SignatureError(
      "timestamp_missing",
      "The signature header has no t part, so its age cannot be checked.",
    );
  }
  if (timestamps.length > 1) {
    throw new SignatureError("timestamp_invalid", "The signature header has more than one t part.");
  }
  return timestamp;
}

function wellFormed(encoded: readonly string[]): readonly string[] {
  if (encoded.length === 0) {
    throw new SignatureError(
      "signature_missing",
      "The signature header has no v1 part, so there is nothing to compare.",
    );
  }
  const signatures = encoded.filter((signature) => hexSignature.test(signature));
  if (signatures.length === 0) {
    throw new SignatureError(
      "signature_malformed",
      "The v1 part of the signature header is not 64 hexadecimal digits. Was it cut short, or encoded another way?",
    );
  }
  return signatures;
}
