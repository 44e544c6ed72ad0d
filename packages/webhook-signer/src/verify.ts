import { equalDigits } from "./equal-digits.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import type { HmacKey } from "./hmac-input.ts";
import { fastHmacSha256 } from "./fast-hmac-sha256.ts";
import { assertRawBody, type RawBody } from "./raw-body.ts";
import {
  checkSignatureForm,
  type HeaderValue,
  parseSignatureHeader,
  type SignatureHeader,
} from "./signature-header.ts";
import { secretConfusions } from "./secret-confusions.ts";
import type { SignatureError } from "./signature-error.ts";
import { toSecretList, type Secrets } from "./signing-secrets.ts";
import { checkTimestampAge, type TimestampAgeOptions } from "./timestamp-age.ts";

export interface VerifyOptions extends TimestampAgeOptions {
  /** The endpoint's secret, or all that are live during a rotation: a match with any of them verifies. */
  readonly secret: Secrets;
  /** The value of the signature header. */
  readonly header: HeaderValue;
  /** The request body as it arrived, before anything parsed it. */
  readonly body: RawBody;
}

export interface VerifiedSignature {
  /** When the sender signed the request, in Unix seconds. */
  readonly timestamp: number;
}

/**
 * Checks that a webhook was signed with one of the secrets, over exactly this body, and recently.
 *
 * Signatures are compared in constant time.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
 */
export async function verify(options: VerifyOptions): Promise<VerifiedSignature> {
  const { secret, header, body } = options;
  const secrets = toSecretList(secret);
  assertRawBody(body);
  const signatureHeader = parseSignatureHeader(header);
  const { timestamp } = signatureHeader;
  checkTimestampAge(timestamp, options);
  const match = isSignedWithAny(secrets, body, signatureHeader);
  // Awaited only where it is a promise, so that nothing waits for another turn where the HMAC is synchronous.
  if (typeof match === "boolean" ? match : await match) return { timestamp };
  throw await explainRefusal(secrets, body, signatureHeader);
}

function isSignedWithAny(
  keys: readonly HmacKey[],
  body: RawBody,
  header: SignatureHeader,
): boolean | Promise<boolean> {
  const pending: Promise<boolean>[] = [];
  for (const key of keys) {
    const match = isSignedWith(key, body, header);
    if (match === true) return true;
    if (match !== false) pending.push(match);
  }
  return pending.length > 0 && Promise.all(pending).then((matches) => matches.includes(true));
}

function isSignedWith(
  key: HmacKey,
  body: RawBody,
  { text, timestampText, signatures }: SignatureHeader,
): boolean | Promise<boolean> {
  const includes = (expected: string): boolean =>
    signatures.some((signature) => equalDigits(text, signature, expected));
  const expected = fastHmacSha256({ key, prefix: `${timestampText}.`, body, encoding: "hex" });
  return typeof expected === "string" ? includes(expected) : expected.then(includes);
}

async function explainRefusal(
  secrets: readonly string[],
  body: RawBody,
  header: SignatureHeader,
): Promise<SignatureError> {
  checkSignatureForm(header);
  return explainMismatch({
    body,
    keys: secrets,
    confusions: secrets.flatMap(secretConfusions),
    matches: async (key, candidate) => isSignedWith(key, candidate, header),
  });
}
