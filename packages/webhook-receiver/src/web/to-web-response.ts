import type { WebhookResponse } from "../common/webhook-response.ts";

/** Makes a receiver's response a web standard one. */
export function toWebResponse({ status, headers, body }: WebhookResponse): Response {
  return new Response(body, { status, headers });
}
