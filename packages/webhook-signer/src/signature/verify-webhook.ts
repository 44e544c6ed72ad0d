import { explainMismatch } from "./explain-mismatch.ts";
import { assertRawBody } from "./bytes.ts";
import { type Secrets, toSecretList } from "./hmac-sha256.ts";
import { checkTimestampAgeOptions } from "./timestamp.ts";
import { type VerifiedWebhook, verifySignature, type VerifySignatureOptions } from "./verify-signature.ts";

/** Options for `verifyWebhook`. */
export interface VerifyWebhookOptions extends Omit<VerifySignatureOptions, "keys" | "explain"> {
  /** The shared secret. During a rotation, pass all valid secrets; a match with any of them is accepted. */
  readonly secret: Secrets;
}

/**
 * Verifies that a webhook of any service was signed recently, with one of the secrets, over exactly this
 * body. Compares in constant time. If no signature matches, the error names the likely cause.
 *
 * @throws {SignatureError} with a `code` that names the invalid part
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
