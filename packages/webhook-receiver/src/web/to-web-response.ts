import type { WebhookResponse } from "../common/webhook-response.ts";

/** Converts a receiver's response to a web standard one. */
export function toWebResponse({ status, headers, body }: WebhookResponse): Response {
  return new Response(body, { status, headers });
}
