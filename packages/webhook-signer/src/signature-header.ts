import { SignatureError } from "./signature-error.ts";
import { parseTimestamp } from "./timestamp-age.ts";

/** The header that carries a webhook's signature, in lower case as HTTP/2 and every header map write it. */
export const signatureHeaderName = "x-service-signature";

/** A header's value as `Headers` or Node.js hands it over; nothing when the header is not there. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** Where a value stands in a header: from its first character to before its end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What a signature header says. */
export interface SignatureHeader {
  /** The whole header. */
  readonly text: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The timestamp as it was written: these characters are what was signed. */
  readonly timestampText: string;
  /** Where every `v1` stands in the header, well formed or not; at least one. */
  readonly signatures: readonly TextRange[];
}

/**
 * Parses `t=<unix_timestamp>,v1=<signature_hex>`: parts in any order with blanks around them, several `v1`, unknown
 * parts ignored.
 *
 * @throws {SignatureError} `header_missing`, `timestamp_missing`, `timestamp_invalid`, `signature_missing`
 */
export function parseSignatureHeader(value: HeaderValue): SignatureHeader {
  const text = Array.isArray(value) ? value.join(",") : value;
  if (typeof text !== "string") throw headerMissing();
  let timestampText: string | undefined;
  const signatures: TextRange[] = [];
  // Scanned in place: this runs for every webhook, and the strings that splitting makes are most of a parser's cost.
  for (let next = 0; next < text.length; ) {
    const comma = text.indexOf(",", next);
    const partEnd = comma < 0 ? text.length : comma;
    const start = skipBlanks(text, next);
    const end = skipBlanksBack(text, partEnd);
    if (text.startsWith("t=", start))
      timestampText = onlyTimestamp(timestampText, text.slice(start + 2, end));
    else if (text.startsWith("v1=", start)) signatures.push({ start: start + 3, end });
    next = partEnd + 1;
  }
  if (timestampText === undefined) throw text.trim() === "" ? headerMissing() : timestampMissing();
  const timestamp = parseTimestamp(timestampText);
  if (signatures.length > 0) return { text, timestamp, timestampText, signatures };
  throw new SignatureError(
    "signature_missing",
    "The signature header has no v1 part, so there is nothing to compare.",
  );
}

function headerMissing(): SignatureError {
  return new SignatureError(
    "header_missing",
    `The request has no ${signatureHeaderName} header. Either it was not sent by the service, or a proxy removed the header.`,
  );
}

function timestampMissing(): SignatureError {
  return new SignatureError(
    "timestamp_missing",
    "The signature header has no t part, so its age cannot be checked.",
  );
}

function onlyTimestamp(earlier: string | undefined, text: string): string {
  if (earlier === undefined) return text;
  throw new SignatureError("timestamp_invalid", "The signature header has more than one t part.");
}

function skipBlanks(text: string, start: number): number {
  let index = start;
  while (isBlank(text.charCodeAt(index))) index += 1;
  return index;
}

function skipBlanksBack(text: string, end: number): number {
  let index = end;
  while (isBlank(text.charCodeAt(index - 1))) index -= 1;
  return index;
}

// A space or a tab: the white space of header values (RFC 9110 section 5.6.3).
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/**
 * Refuses signatures of which none could match anything. It may wait until nothing has matched.
 *
 * @throws {SignatureError} `signature_malformed`
 */
export function checkSignatureForm({ text, signatures }: SignatureHeader): void {
  if (signatures.some(({ start, end }) => /^[0-9a-f]{64}$/i.test(text.slice(start, end)))) return;
  throw new SignatureError(
    "signature_malformed",
    "The v1 part of the signature header is not 64 hexadecimal digits. Was it cut short, or encoded another way?",
  );
}
