import { SignatureError, type SignatureErrorCode } from "@plugboard/webhook-signer";
import { verifyWebhook, type WebhookScheme } from "@plugboard/webhook-signer/schemes";
import { IntegrationError } from "../errors/integration-error.ts";

/** Options for `verifyInboundWebhook`. */
export interface InboundWebhookOptions {
  readonly scheme: WebhookScheme;
  /** The secret shared with the sender, or several during a rotation. */
  readonly secret: string | readonly string[];
  /**
   * The maximum age of a signature in seconds, in either direction, if the scheme has a timestamp. Defaults
   * to 300.
   */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in Unix seconds. Defaults to the system clock. */
  readonly now?: number | undefined;
}

// Mistakes in the integration itself, which its author needs to find in the log.
const ownMistakes = new Set<SignatureErrorCode>(["secret_missing", "secret_invalid", "option_invalid"]);

/**
 * Verifies that a webhook from another service was signed with the shared secret, over the exact body. The
 * body stays readable, so you can call `request.json()` or `request.formData()` afterwards.
 *
 * @throws {IntegrationError} 401 with the reason. If you don't catch it, it becomes the response.
 * @throws {SignatureError} `secret_missing`, `secret_invalid` or `option_invalid` for invalid options
 *
 * @example
 * ```ts
 * import { createIntegration, verifyInboundWebhook, webhookSchemes } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   fetch: async (request, { log }) => {
 *     await verifyInboundWebhook(request, { scheme: webhookSchemes.github, secret: "It's a Secret to Everybody" });
 *     log.info("received", { event: await request.json() });
 *     return Response.json({ received: true });
 *   },
 * });
 * ```
 */
export async function verifyInboundWebhook(request: Request, options: InboundWebhookOptions): Promise<void> {
  if (request.bodyUsed) throw new TypeError("The body was read before its signature was verified");
  const body = new Uint8Array(await request.clone().arrayBuffer());
  try {
    await verifyWebhook({ ...options, headers: request.headers, body });
  } catch (error) {
    if (!(error instanceof SignatureError) || ownMistakes.has(error.code)) throw error;
    throw new IntegrationError(`Not verified: ${error.message}`, 401, "unauthorized");
  }
}
