import { equalText, type RawBody } from "./bytes.ts";
import { type HmacInput, hmacSha256 } from "./hmac-sha256.ts";
import { entriesBehind, readSignatureHeaders } from "./read-signature-headers.ts";
import { SignatureError } from "./signature-error.ts";
import { checkTimestampAge, parseTimestamp, type TimestampAgeOptions } from "./timestamp.ts";
import type { HeaderLookup, SignatureKey, VerificationKey, WebhookScheme } from "./webhook-scheme.ts";

/** A signed request, and what its signature is checked with. */
export interface VerifySignatureOptions extends TimestampAgeOptions {
  readonly scheme: WebhookScheme;
  /** The keys that are live: a match with any of them verifies. An empty one matches nothing. */
  readonly keys: readonly VerificationKey[];
  readonly headers: HeaderLookup;
  /** The request body as it arrived, before anything parsed it. */
  readonly body: RawBody;
  /** Finds out why nothing matched. When left out, the error only says that nothing did. */
  readonly explain?: MismatchExplanation | undefined;
}

/** What a verified signature covers beside the body. */
export interface VerifiedWebhook {
  /** When the request was signed, in Unix seconds; `undefined` in a scheme that signs no time. */
  readonly timestamp: number | undefined;
  /** The message's id; `undefined` in a scheme that signs none. */
  readonly id: string | undefined;
}

/** A request of which no signature matches. */
export interface Mismatch extends VerifySignatureOptions {
  /** The entries of the signature header. */
  readonly entries: readonly string[];
  /** Whether a signature of the request matches this key and body. */
  readonly matches: (key: VerificationKey, body: RawBody) => boolean | Promise<boolean>;
}

/** Says why no signature matches; `undefined` when the reason is unknown. */
export type MismatchExplanation = (mismatch: Mismatch) => Promise<SignatureError | undefined>;

/**
 * Checks that a request was signed with one of the secrets, over exactly this body, and recently. Signatures are
 * compared in constant time. `verifyWebhook` is the same with its options checked and a mismatch explained; this is what
 * remains where every byte of a bundle counts.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
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
    // Anybody could sign with an empty key.
    const match = key !== "" && matches(key, body);
    // Awaited only where it is a promise, so that nothing waits for another turn where node:crypto is there.
    if (typeof match === "boolean" ? match : await match) return { timestamp, id };
  }
  throw (
    (await explain?.({ ...options, entries, matches })) ??
    new SignatureError(
      "signature_mismatch",
      "No signature matches: the secret is missing or wrong, or the body changed.",
    )
  );
}

/** Whether a key checks signatures of its own kind. */
export function isSignatureKey(key: VerificationKey): key is SignatureKey {
  return typeof key === "object" && "matches" in key;
}

function matchesHmac(
  { signaturePrefix, encoding }: WebhookScheme,
  entries: readonly string[],
  input: Omit<HmacInput, "encoding">,
): boolean | Promise<boolean> {
  // One HMAC, however many signatures a stranger puts into the header.
  const hmac = hmacSha256({ ...input, encoding });
  const isSent = (expected: string): boolean =>
    entriesBehind(entries, signaturePrefix).some((signature) =>
      equalText(encoding === "hex" ? signature.toLowerCase() : signature, expected),
    );
  return typeof hmac === "string" ? isSent(hmac) : hmac.then(isSent);
}
