import { equalText } from "./equal-text.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import { hmacSha256 } from "./hmac-sha256.ts";
import { assertRawBody, type RawBody } from "./raw-body.ts";
import { parseSignatureHeader } from "./signature-header.ts";
import { secretConfusions } from "./secret-confusions.ts";
import { toSecretList, type Secrets } from "./signing-secrets.ts";
import { checkTimestampAge, type TimestampAgeOptions } from "./timestamp-age.ts";

export interface VerifyOptions extends TimestampAgeOptions {
  /** The endpoint's secret, or all that are live during a rotation: a match with any of them verifies. */
  readonly secret: Secrets;
  /** The value of the signature header, as the framework hands it over; nothing when it is not there. */
  readonly header: string | null | undefined;
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
  const { timestamp, timestampText, signatures } = parseSignatureHeader(header);
  checkTimestampAge(timestamp, options);
  const prefix = `${timestampText}.`;
  for (const key of secrets) {
    const expected = hmacSha256({ key, prefix, body, encoding: "hex" });
    // Awaited only where it is a promise, so that nothing waits for another turn where the HMAC is synchronous.
    if (includesText(signatures, typeof expected === "string" ? expected : await expected))
      return { timestamp };
  }
  throw await explainMismatch({
    body,
    keys: secrets,
    confusions: secrets.flatMap(secretConfusions),
    matches: async (key, candidate) =>
      includesText(signatures, await hmacSha256({ key, prefix, body: candidate, encoding: "hex" })),
  });
}

function includesText(signatures: readonly string[], expected: string): boolean {
  return signatures.some((signature) => equalText(signature, expected));
}
