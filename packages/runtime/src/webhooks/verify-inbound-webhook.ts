import { ExposableError } from "../exposable-error.ts";
import { decodeBase64, decodeHex } from "./decode-text.ts";
import type { WebhookScheme } from "./webhook-scheme.ts";

/** How an inbound webhook is verified. */
export interface InboundWebhookOptions {
  readonly scheme: WebhookScheme;
  /** The secret shared with the sender, or all that are live during a rotation. */
  readonly secret: string | readonly string[];
  /** How far the time of signing may be from now, in seconds, where the scheme has one; 300 when left out. */
  readonly toleranceSeconds?: number;
  /** The current time in Unix seconds; the clock's when left out. */
  readonly now?: number;
}

// A header can name many signatures; more than a rotation needs would only cost time.
const maxSignatures = 8;
const encoder = new TextEncoder();

/**
 * Checks that a webhook from another service was signed with the secret shared with it, over exactly the body that was
 * received. The request's own body stays unread, for `request.json()` or `request.formData()` afterwards.
 *
 * @throws {ExposableError} 401 that says why. Thrown on, it is the answer.
 */
export async function verifyInboundWebhook(request: Request, options: InboundWebhookOptions): Promise<void> {
  const { scheme, secret, toleranceSeconds = 300, now = Math.floor(Date.now() / 1000) } = options;
  const entries = required(request.headers, scheme.signatureHeader)
    .split(scheme.separator)
    .map((entry) => entry.trim());
  const timestamp = readTimestamp(request.headers, scheme, entries);
  // Written so that a tolerance or a time that is no number refuses.
  const isRecent = timestamp === undefined || Math.abs(now - Number(timestamp)) <= toleranceSeconds;
  if (!isRecent) throw refused(`it was signed at ${timestamp}, more than ${toleranceSeconds} s from now`);
  const signatures = entriesBehind(entries, scheme.signaturePrefix)
    .map(scheme.encoding === "hex" ? decodeHex : decodeBase64)
    .filter((signature) => signature !== undefined)
    .slice(0, maxSignatures);
  if (signatures.length === 0)
    throw refused(`${scheme.signatureHeader} has no signature ${scheme.signaturePrefix}…`);

  const id = scheme.idHeader === undefined ? "" : required(request.headers, scheme.idHeader);
  const prefix = scheme.signedPrefix.replace("{timestamp}", () => timestamp ?? "").replace("{id}", () => id);
  const signed = await readSigned(request, prefix);
  for (const text of [secret].flat()) {
    const key = await importKey(text, scheme);
    for (const signature of signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return;
  }
  throw refused("no signature matches: another secret, or not the body that was sent");
}

function readTimestamp(
  headers: Headers,
  scheme: WebhookScheme,
  entries: readonly string[],
): string | undefined {
  const { timestampHeader, timestampPrefix } = scheme;
  if (timestampHeader !== undefined) return required(headers, timestampHeader);
  if (timestampPrefix === undefined) return undefined;
  const [timestamp] = entriesBehind(entries, timestampPrefix);
  if (timestamp === undefined) throw refused(`${scheme.signatureHeader} has no ${timestampPrefix}…`);
  return timestamp;
}

function entriesBehind(entries: readonly string[], prefix: string): string[] {
  return entries.flatMap((entry) => (entry.startsWith(prefix) ? [entry.slice(prefix.length)] : []));
}

async function readSigned(request: Request, prefix: string): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed) throw new TypeError("The body was read before its signature: verify first");
  const head = encoder.encode(prefix);
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

async function importKey(secret: string, { secretPrefix }: WebhookScheme): Promise<CryptoKey> {
  const isEncoded = secretPrefix !== undefined;
  const bytes = isEncoded ? decodeBase64(withoutPrefix(secret, secretPrefix)) : encoder.encode(secret);
  // An empty key would make a signature that anybody can write.
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("The webhook secret is empty or not base64");
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function required(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (value === null) throw refused(`the header ${name} is missing`);
  return value;
}

function refused(why: string): ExposableError {
  return new ExposableError(`The webhook is not verified: ${why}`, 401, "unauthorized");
}
