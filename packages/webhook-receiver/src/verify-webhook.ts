import { SignatureError, verify, type VerifyOptions } from "@plugboard/webhook-signer";
import { WebhookReceiverError } from "./webhook-receiver-error.ts";

const configurationCodes: ReadonlySet<string> = new Set([
  "secret_missing",
  "secret_invalid",
  "option_invalid",
]);

/**
 * Verifies a webhook in the receiver's terms.
 *
 * @returns when it was signed, in Unix seconds
 * @throws {WebhookReceiverError} `signature_invalid`, or `configuration_invalid` when the receiver itself is to blame
 */
export async function verifyWebhook(options: VerifyOptions): Promise<number> {
  try {
    const { timestamp } = await verify(options);
    return timestamp;
  } catch (cause) {
    if (!(cause instanceof SignatureError)) throw cause;
    const code = configurationCodes.has(cause.code) ? "configuration_invalid" : "signature_invalid";
    throw new WebhookReceiverError(code, cause.message, { cause });
  }
}
