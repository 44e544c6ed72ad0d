import { verifySignature } from "./verify-signature.ts";
import type { WebhookScheme } from "./webhook-scheme.ts";

/** How an inbound webhook is verified. */
export interface InboundWebhookOptions {
  readonly scheme: WebhookScheme;
  /** The secret shared with the sender, or all that are live during a rotation. */
  readonly secret: string | readonly string[];
  /** How far the time of signing may be from now, in seconds, where the scheme has one; 300 when left out. */
  readonly toleranceSeconds?: number;
  /** The current time in Unix seconds; the clock's when left out. */
  readonly now?: number;
}

/**
 * Checks that a webhook from another service was signed with the secret shared with it, over exactly the body that was
 * received. The request's own body stays unread, for `request.json()` or `request.formData()` afterwards.
 *
 * @throws {IntegrationError} 401 that says which part is wrong. Let through, it is the answer.
 */
export async function verifyInboundWebhook(request: Request, options: InboundWebhookOptions): Promise<void> {
  const { scheme, secret, toleranceSeconds = 300, now = Math.floor(Date.now() / 1000) } = options;
  if (request.bodyUsed) throw new TypeError("The body was read before its signature: verify first");
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const { headers } = request;
  await verifySignature({ scheme, headers, body, secrets: [secret].flat(), toleranceSeconds, now });
}
