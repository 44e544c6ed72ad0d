import { SignatureError } from "./signature-error.ts";
import type { HeaderLookup, WebhookScheme } from "./webhook-scheme.ts";

/** The signature data in a request's headers. */
export interface SignatureHeaders {
  /** The timestamp exactly as sent, because these characters are signed. */
  readonly timestamp: string | undefined;
  /** The message ID. */
  readonly id: string | undefined;
  /** The entries of the signature header. */
  readonly entries: readonly string[];
}

/**
 * Parses a scheme's headers.
 *
 * @throws {SignatureError} `header_missing`, `timestamp_missing`, `timestamp_invalid`
 */
export function readSignatureHeaders(scheme: WebhookScheme, headers: HeaderLookup): SignatureHeaders {
  const { signatureHeader, separator, timestampHeader, timestampPrefix, idHeader } = scheme;
  const entries = readHeader(headers, signatureHeader)
    .split(separator)
    .map((entry) => entry.trim());
  let timestamp = timestampHeader && readHeader(headers, timestampHeader);
  if (timestampPrefix !== undefined) timestamp = onlyTimestamp(entriesBehind(entries, timestampPrefix));
  return { timestamp, id: idHeader && readHeader(headers, idHeader), entries };
}

/** Returns the entries with the given prefix, without it. */
export function entriesBehind(entries: readonly string[], prefix: string): string[] {
  const found: string[] = [];
  for (const entry of entries) if (entry.startsWith(prefix)) found.push(entry.slice(prefix.length));
  return found;
}

function readHeader(headers: HeaderLookup, name: string): string {
  const value = headers.get(name);
  if (value?.trim()) return value;
  throw new SignatureError("header_missing", `Missing or repeated ${name} header.`);
}

function onlyTimestamp(timestamps: readonly string[]): string {
  const [timestamp] = timestamps;
  if (timestamp !== undefined && timestamps.length === 1) return timestamp;
  throw new SignatureError(
    timestamp === undefined ? "timestamp_missing" : "timestamp_invalid",
    `Expected one timestamp, got ${timestamps.length}.`,
  );
}
