import { IntegrationError } from "../integration-error.ts";
import { decodeBase64, encode } from "./binary-text.ts";
import { equalText } from "./equal-text.ts";
import type { WebhookScheme } from "./webhook-scheme.ts";

/** What is verified, and with what. */
export interface SignedMessage {
  readonly scheme: WebhookScheme;
  readonly headers: Headers;
  /** The body as it was received. */
  readonly body: Uint8Array;
  /** Any of them may have signed. */
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
  /** The current time in Unix seconds. */
  readonly now: number;
}

const encoder = new TextEncoder();

/**
 * Checks that a message was signed with one of the secrets, over exactly this body, and recently. Comparison takes
 * constant time.
 *
 * @throws {IntegrationError} 401 that says which part is wrong.
 */
export async function verifySignature({
  scheme,
  headers,
  body,
  secrets,
  ...age
}: SignedMessage): Promise<void> {
  const entries = readHeader(headers, scheme.signatureHeader)
    .split(scheme.separator)
    .map((entry) => entry.trim());
  const timestamp = readTimestamp(headers, scheme, entries);
  if (timestamp !== undefined) checkAge(timestamp, age);
  const id = scheme.idHeader === undefined ? "" : readHeader(headers, scheme.idHeader);
  const signatures = entriesBehind(entries, scheme.signaturePrefix);
  const signed = concatenate(
    encoder.encode(
      scheme.signedPrefix.replace("{timestamp}", () => timestamp ?? "").replace("{id}", () => id),
    ),
    body,
  );
  for (const secret of secrets) {
    // One HMAC a secret, however many signatures a stranger puts into the header.
    const expected = encode(await hmac(secret, signed, scheme), scheme.encoding);
    if (signatures.some((signature) => equalText(signature, expected))) return;
  }
  throw refused("no signature matches: another secret, or not the body that was sent");
}

function readHeader(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (value === null) throw refused(`the header ${name} is missing`);
  return value;
}

function readTimestamp(
  headers: Headers,
  scheme: WebhookScheme,
  entries: readonly string[],
): string | undefined {
  const { timestampHeader, timestampPrefix, signatureHeader } = scheme;
  if (timestampHeader !== undefined) return readHeader(headers, timestampHeader);
  if (timestampPrefix === undefined) return undefined;
  const [timestamp] = entriesBehind(entries, timestampPrefix);
  if (timestamp === undefined) throw refused(`${signatureHeader} has no ${timestampPrefix}`);
  return timestamp;
}

function checkAge(
  timestamp: string,
  { now, toleranceSeconds }: Pick<SignedMessage, "now" | "toleranceSeconds">,
): void {
  const isRecent = /^\d+$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceSeconds;
  if (!isRecent) throw refused(`it was signed at ${timestamp}, not within ${toleranceSeconds} s of ${now}`);
}

function entriesBehind(entries: readonly string[], prefix: string): string[] {
  return entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
}

async function hmac(
  secret: string,
  message: Uint8Array<ArrayBuffer>,
  { secretPrefix }: WebhookScheme,
): Promise<Uint8Array> {
  const bytes =
    secretPrefix === undefined ? encoder.encode(secret) : decodeBase64(secret.replace(secretPrefix, ""));
  // An empty key would make a signature that anybody can write.
  if (!bytes?.length) throw new TypeError("The signing secret is empty or not base64");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

function refused(why: string): IntegrationError {
  return new IntegrationError(`Not verified: ${why}`, 401, "unauthorized");
}
