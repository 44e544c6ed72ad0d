import { SignatureError } from "@plugboard/webhook-signer";
import { type VerifiedWebhook, verifyWebhook, type WebhookScheme } from "@plugboard/webhook-signer/schemes";
import type { IncomingWebhook } from "../common/incoming-webhook.ts";
import { resolveSecrets } from "./resolve-secrets.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import type { ReceivingOptions } from "./webhook-receiver-options.ts";

const defaultMaxBodyBytes = 1024 * 1024;
const configurationCodes: ReadonlySet<string> = new Set([
  "secret_missing",
  "secret_invalid",
  "option_invalid",
]);

/**
 * Reads a webhook's body and verifies its signature.
 *
 * @throws {WebhookReceiverError} `signature_invalid`, `secret_unknown`, `configuration_invalid`, or the codes
 * of `readBody`
 */
export async function readVerified(
  incoming: IncomingWebhook,
  { secret, toleranceSeconds, maxBodyBytes = defaultMaxBodyBytes, now = Date.now }: ReceivingOptions,
  scheme: WebhookScheme,
): Promise<VerifiedWebhook & { readonly body: Uint8Array }> {
  const body = await incoming.readBody(maxBodyBytes);
  const secrets = await resolveSecrets(secret, incoming, body);
  const { headers } = incoming;
  const nowSeconds = Math.floor(now() / 1000);
  try {
    const verified = await verifyWebhook({
      scheme,
      secret: secrets,
      headers,
      body,
      toleranceSeconds,
      now: nowSeconds,
    });
    return { ...verified, body };
  } catch (cause) {
    if (!(cause instanceof SignatureError)) throw cause;
    const code = configurationCodes.has(cause.code) ? "configuration_invalid" : "signature_invalid";
    throw new WebhookReceiverError(code, cause.message, { cause });
  }
}
