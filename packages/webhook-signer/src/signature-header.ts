import { SignatureError } from "./signature-error.ts";
import { parseTimestamp } from "./timestamp-age.ts";

/** The header that carries a webhook's signature, in lower case as HTTP/2 and every header map write it. */
export const signatureHeaderName = "x-service-signature";

/** A header's value as `Headers` or Node.js hands it over; nothing when the header is not there. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** What a signature header says. */
export interface SignatureHeader {
  /** Unix seconds. */
  readonly timestamp: number;
  /** The timestamp as it was written: these characters are what was signed. */
  readonly timestampText: string;
  /** Every `v1` in lower case, well formed or not; at least one. */
  readonly signatures: readonly string[];
}

/**
 * Parses `t=<unix_timestamp>,v1=<signature_hex>`: parts in any order, several `v1`, unknown parts ignored.
 *
 * @throws {SignatureError} `header_missing`, `timestamp_missing`, `timestamp_invalid`, `signature_missing`
 */
export function parseSignatureHeader(value: HeaderValue): SignatureHeader {
  const header = Array.isArray(value) ? value.join(",") : value;
  if (typeof header !== "string" || header.trim() === "") {
    throw new SignatureError(
      "header_missing",
      `The request has no ${signatureHeaderName} header. Either it was not sent by the service, or a proxy removed the header.`,
    );
  }
  let timestampText: string | undefined;
  const signatures: string[] = [];
  // Scanned instead of split: this runs for every webhook, and the parts it makes are most of the parser's cost.
  for (let start = 0; start < header.length; ) {
    const comma = header.indexOf(",", start);
    const end = comma < 0 ? header.length : comma;
    const part = header.slice(start, end).trim();
    if (part.startsWith("t=")) timestampText = onlyTimestamp(timestampText, part.slice("t=".length));
    else if (part.startsWith("v1=")) signatures.push(part.slice("v1=".length).toLowerCase());
    start = end + 1;
  }
  if (timestampText === undefined) {
    throw new SignatureError(
      "timestamp_missing",
      "The signature header has no t part, so its age cannot be checked.",
    );
  }
  const timestamp = parseTimestamp(timestampText);
  if (signatures.length > 0) return { timestamp, timestampText, signatures };
  throw new SignatureError(
    "signature_missing",
    "The signature header has no v1 part, so there is nothing to compare.",
  );
}

function onlyTimestamp(earlier: string | undefined, text: string): string {
  if (earlier === undefined) return text;
  throw new SignatureError("timestamp_invalid", "The signature header has more than one t part.");
}

/**
 * Refuses signatures of which none could match anything. It may wait until nothing has matched.
 *
 * @throws {SignatureError} `signature_malformed`
 */
export function checkSignatureForm(signatures: readonly string[]): void {
  if (signatures.some((signature) => /^[0-9a-f]{64}$/.test(signature))) return;
  throw new SignatureError(
    "signature_malformed",
    "The v1 part of the signature header is not 64 hexadecimal digits. Was it cut short, or encoded another way?",
  );
}
