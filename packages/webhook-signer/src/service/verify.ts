import type { RawBody } from "../signature/bytes.ts";
import type { Secrets } from "../signature/hmac-sha256.ts";
import type { TimestampAgeOptions } from "../signature/timestamp.ts";
import { verifyWebhook } from "../signature/verify-webhook.ts";
import { serviceScheme } from "./service-scheme.ts";

/** A header's value as `Headers` or Node.js hands it over; nothing when the header is not there. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** A signed request, and what its signature is checked with. */
export interface VerifyOptions extends TimestampAgeOptions {
  /** The endpoint's secret, or all that are live during a rotation: a match with any of them verifies. */
  readonly secret: Secrets;
  /** The value of the signature header. */
  readonly header: HeaderValue;
  /** The request body as it arrived, before anything parsed it. */
  readonly body: RawBody;
}

/** What a verified signature covers beside the body. */
export interface VerifiedSignature {
  /** When the sender signed the request, in Unix seconds. */
  readonly timestamp: number;
}

/**
 * Checks that a webhook was signed with one of the secrets, over exactly this body, and recently. Signatures are
 * compared in constant time. When nothing matches, the error says why where that can be found out.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
 *
 * @example
 * ```ts
 * import { signatureHeaderName, verify } from "@plugboard/webhook-signer";
 *
 * async function receive(request: Request, secret: string): Promise<unknown> {
 *   const body = await request.text();
 *   await verify({ secret, header: request.headers.get(signatureHeaderName), body });
 *   return JSON.parse(body);
 * }
 * ```
 */
export function verify(options: VerifyOptions): Promise<VerifiedSignature> {
  const { secret, header, body, toleranceSeconds, now } = options;
  const verified = verifyWebhook({
    scheme: serviceScheme,
    secret,
    headers: { get: () => (typeof header === "string" ? header : header?.join(",")) },
    body,
    toleranceSeconds,
    now,
  });
  // The scheme signs a time: a header without one is refused.
  return verified as Promise<VerifiedSignature>;
}
