import { explainMismatch } from "./explain-mismatch.ts";
import { assertRawBody } from "./bytes.ts";
import { type Secrets, toSecretList } from "./hmac-sha256.ts";
import { checkTimestampAgeOptions } from "./timestamp.ts";
import { type VerifiedWebhook, verifySignature, type VerifySignatureOptions } from "./verify-signature.ts";

/** A signed request, and what its signature is checked with. */
export interface VerifyWebhookOptions extends Omit<VerifySignatureOptions, "keys" | "explain"> {
  /** The shared secret, or all that are live during a rotation: a match with any of them verifies. */
  readonly secret: Secrets;
}

/**
 * Checks that a webhook of any service was signed with one of the secrets, over exactly this body, and recently.
 * Signatures are compared in constant time. When nothing matches, the error says why where that can be found out.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
 *
 * @example
 * ```ts
 * import { verifyWebhook, webhookSchemes } from "@plugboard/webhook-signer/schemes";
 *
 * async function receive(request: Request): Promise<unknown> {
 *   const body = await request.text();
 *   await verifyWebhook({ scheme: webhookSchemes.github, secret: "s3cret", headers: request.headers, body });
 *   return JSON.parse(body);
 * }
 * ```
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhook> {
  const { scheme, secret, headers, body, toleranceSeconds, now } = options;
  const keys = toSecretList(secret).map((entry) => scheme.readKey?.(entry) ?? entry);
  assertRawBody(body);
  checkTimestampAgeOptions(options);
  const explain = explainMismatch;
  return await verifySignature({ scheme, keys, headers, body, toleranceSeconds, now, explain });
}
