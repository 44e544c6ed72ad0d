import type { RawBody } from "../signature/bytes.ts";
import type { Secrets } from "../signature/hmac-sha256.ts";
import type { TimestampAgeOptions } from "../signature/timestamp.ts";
import { verifyWebhook } from "../signature/verify-webhook.ts";
import { serviceScheme } from "./service-scheme.ts";

/** A header value as returned by `Headers` or Node.js. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** Options for `verify`. */
export interface VerifyOptions extends TimestampAgeOptions {
  /** The endpoint's secret. During a rotation, all valid secrets: a match with any of them verifies. */
  readonly secret: Secrets;
  /** The value of the signature header. */
  readonly header: HeaderValue;
  /** The raw request body, before parsing. */
  readonly body: RawBody;
}

/** The signed data besides the body. */
export interface VerifiedSignature {
  /** The time of signing (Unix time, s). */
  readonly timestamp: number;
}

/**
 * Verifies that a webhook was signed recently, with one of the secrets, over exactly this body. Compares in
 * constant time. If no signature matches, the error names the likely cause.
 *
 * @throws {SignatureError} with a `code` that names the invalid part
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
  // The scheme requires a timestamp, so it is set after verification.
  return verified as Promise<VerifiedSignature>;
}
