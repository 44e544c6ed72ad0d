import { equalText } from "../equal-text.ts";
import { explainMismatch } from "../explain-mismatch.ts";
import { fastHmacSha256 } from "../fast-hmac-sha256.ts";
import { assertRawBody, type RawBody } from "../raw-body.ts";
import { SignatureError } from "../signature-error.ts";
import { toSecretList, type Secrets } from "../signing-secrets.ts";
import { checkTimestampAge, parseTimestamp, type TimestampAgeOptions } from "../timestamp-age.ts";
import { verifyEd25519 } from "./ed25519.ts";
import { type ListedSignature, parseSignatureList, type SignatureVersion } from "./signature-list.ts";
import { parseStandardKey, type StandardKey } from "./standard-key.ts";
import { type HeaderSource, readStandardWebhookHeaders } from "./standard-webhook-headers.ts";

export interface VerifyStandardWebhookOptions extends TimestampAgeOptions {
  /** A `whsec_` secret (checks `v1`) or a `whpk_` public key (checks `v1a`), or several: any match verifies. */
  readonly secret: Secrets;
  /** The request's headers. */
  readonly headers: HeaderSource;
  /** The request body as it arrived, before anything parsed it. */
  readonly body: RawBody;
}

export interface VerifiedStandardWebhook {
  /** The event's id; it is signed, so duplicates can be told by it. */
  readonly id: string;
  /** When the sender signed the request, in Unix seconds. */
  readonly timestamp: number;
}

/** A key that verifies: a private one only signs. */
type VerificationKey = Exclude<StandardKey, { kind: "private" }>;

const signatureVersions = { symmetric: "v1", public: "v1a" } as const satisfies Record<
  VerificationKey["kind"],
  SignatureVersion
>;

/**
 * Checks the headers of Standard Webhooks 1.0: signed with one of the keys, over exactly this body, and recently.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
 */
export async function verifyStandardWebhook(
  options: VerifyStandardWebhookOptions,
): Promise<VerifiedStandardWebhook> {
  const { secret, body } = options;
  const keys = toSecretList(secret).map(parseVerificationKey);
  assertRawBody(body);
  const headers = readStandardWebhookHeaders(options.headers);
  const id = headers["webhook-id"];
  const timestampText = headers["webhook-timestamp"];
  const timestamp = parseTimestamp(timestampText);
  const versions = new Set(keys.map(({ kind }) => signatureVersions[kind]));
  const signatures = parseSignatureList(headers["webhook-signature"], versions);
  checkTimestampAge(timestamp, options);
  const prefix = `${id}.${timestampText}.`;
  const matches = (key: VerificationKey, candidate: RawBody): Promise<boolean> =>
    isSignedWith(key, signatures, prefix, candidate);
  for (const key of keys) if (await matches(key, body)) return { id, timestamp };
  throw await explainMismatch({ body, keys, confusions: [], matches });
}

function parseVerificationKey(secret: string): VerificationKey {
  const key = parseStandardKey(secret);
  if (key.kind !== "private") return key;
  throw new SignatureError(
    "secret_invalid",
    "A whsk_ private key signs and belongs to the sender. Verify with its whpk_ public key.",
  );
}

async function isSignedWith(
  key: VerificationKey,
  signatures: readonly ListedSignature[],
  prefix: string,
  body: RawBody,
): Promise<boolean> {
  const candidates = signatures.filter(({ version }) => version === signatureVersions[key.kind]);
  if (key.kind === "symmetric") {
    const expected = await fastHmacSha256({ key: key.bytes, prefix, body, encoding: "base64" });
    return candidates.some(({ base64 }) => equalText(base64, expected));
  }
  for (const { bytes: signature } of candidates) {
    if (await verifyEd25519({ publicKey: key.bytes, signature, prefix, body })) return true;
  }
  return false;
}
