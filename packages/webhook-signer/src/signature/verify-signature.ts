import { equalText, type RawBody } from "./bytes.ts";
import { type HmacInput, hmacSha256 } from "./hmac-sha256.ts";
import { entriesBehind, readSignatureHeaders } from "./read-signature-headers.ts";
import { SignatureError } from "./signature-error.ts";
import { checkTimestampAge, parseTimestamp, type TimestampAgeOptions } from "./timestamp.ts";
import type { HeaderLookup, SignatureKey, VerificationKey, WebhookScheme } from "./webhook-scheme.ts";

/** Options for `verifySignature`. */
export interface VerifySignatureOptions extends TimestampAgeOptions {
  readonly scheme: WebhookScheme;
  /** All valid keys. A match with any of them verifies. An empty key never matches. */
  readonly keys: readonly VerificationKey[];
  readonly headers: HeaderLookup;
  /** The raw request body, before parsing. */
  readonly body: RawBody;
  /** Explains a mismatch. Without it, the error names no cause. */
  readonly explain?: MismatchExplanation | undefined;
}

/** The signed data besides the body. */
export interface VerifiedWebhook {
  /** The time of signing (Unix time, s). `undefined` if the scheme doesn't sign a time. */
  readonly timestamp: number | undefined;
  /** The message ID. `undefined` if the scheme doesn't sign one. */
  readonly id: string | undefined;
}

/** A request without a matching signature. */
export interface Mismatch extends VerifySignatureOptions {
  /** The entries of the signature header. */
  readonly entries: readonly string[];
  /** Returns whether a signature of the request matches this key and body. */
  readonly matches: (key: VerificationKey, body: RawBody) => boolean | Promise<boolean>;
}

/** Returns the cause of a mismatch, or `undefined` if unknown. */
export type MismatchExplanation = (mismatch: Mismatch) => Promise<SignatureError | undefined>;

/**
 * Verifies that a request was signed recently, with one of the keys, over exactly this body. Compares in
 * constant time. Use it instead of `verifyWebhook` if bundle size matters: it neither validates options nor
 * explains mismatches.
 *
 * @throws {SignatureError} with a `code` that names the invalid part
 *
 * @example
 * ```ts
 * import { serviceScheme, verifySignature } from "@plugboard/webhook-signer/schemes";
 *
 * async function receive(headers: Headers, body: string): Promise<unknown> {
 *   await verifySignature({ scheme: serviceScheme, keys: ["whsec_…"], headers, body });
 *   return JSON.parse(body);
 * }
 * ```
 */
export async function verifySignature(options: VerifySignatureOptions): Promise<VerifiedWebhook> {
  const { scheme, keys, body, explain } = options;
  const { timestamp: timestampText, id, entries } = readSignatureHeaders(scheme, options.headers);
  const timestamp = timestampText === undefined ? undefined : parseTimestamp(timestampText);
  if (timestamp !== undefined) checkTimestampAge(timestamp, options);

  const prefix = scheme.signedPrefix({ timestamp: timestampText ?? "", id: id ?? "" });
  const matches = (key: VerificationKey, candidate: RawBody): boolean | Promise<boolean> =>
    isSignatureKey(key)
      ? key.matches(entriesBehind(entries, key.signaturePrefix), prefix, candidate)
      : matchesHmac(scheme, entries, { key, prefix, body: candidate });
  for (const key of keys) {
    // Anyone could sign with an empty key.
    const match = key !== "" && matches(key, body);
    // Only promises are awaited, so verification with node:crypto stays synchronous.
    if (typeof match === "boolean" ? match : await match) return { timestamp, id };
  }
  throw (
    (await explain?.({ ...options, entries, matches })) ??
    new SignatureError(
      "signature_mismatch",
      "No signature matches: missing or wrong secret, or changed body.",
    )
  );
}

/** Returns whether a key verifies signatures itself. */
export function isSignatureKey(key: VerificationKey): key is SignatureKey {
  return typeof key === "object" && "matches" in key;
}

function matchesHmac(
  { signaturePrefix, encoding }: WebhookScheme,
  entries: readonly string[],
  input: Omit<HmacInput, "encoding">,
): boolean | Promise<boolean> {
  // Computed once, regardless of the number of signatures in the header.
  const hmac = hmacSha256({ ...input, encoding });
  const isSent = (expected: string): boolean =>
    entriesBehind(entries, signaturePrefix).some((signature) =>
      equalText(encoding === "hex" ? signature.toLowerCase() : signature, expected),
    );
  return typeof hmac === "string" ? isSent(hmac) : hmac.then(isSent);
}
