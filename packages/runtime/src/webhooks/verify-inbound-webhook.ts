import { SignatureError, type SignatureErrorCode } from "@plugboard/webhook-signer";
import { verifyWebhook, type WebhookScheme } from "@plugboard/webhook-signer/schemes";
import { IntegrationError } from "../errors/integration-error.ts";

/** How an inbound webhook is verified. */
export interface InboundWebhookOptions {
  readonly scheme: WebhookScheme;
  /** The secret shared with the sender, or all that are live during a rotation. */
  readonly secret: string | readonly string[];
  /** How far the time of signing may be from now, in seconds, where the scheme has one; 300 when left out. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in Unix seconds; the system's when left out. */
  readonly now?: number | undefined;
}

// A mistake of the integration itself, which its author has to find in the log.
const ownMistakes = new Set<SignatureErrorCode>(["secret_missing", "secret_invalid", "option_invalid"]);

/**
 * Checks that a webhook from another service was signed with the secret shared with it, over exactly the body that was
 * received. The request's own body stays unread, for `request.json()` or `request.formData()` afterwards.
 *
 * @throws {IntegrationError} 401 that says which part is wrong. Let it pass, and it becomes the response.
 * @throws {SignatureError} `secret_missing`, `secret_invalid` or `option_invalid` for a mistake in the options
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
  if (request.bodyUsed) throw new TypeError("The body was read before its signature: verify first");
  const body = new Uint8Array(await request.clone().arrayBuffer());
  try {
    await verifyWebhook({ ...options, headers: request.headers, body });
  } catch (error) {
    if (!(error instanceof SignatureError) || ownMistakes.has(error.code)) throw error;
    throw new IntegrationError(`Not verified: ${error.message}`, 401, "unauthorized");
  }
}
