import type { WebhookResponse } from "../webhook-response.ts";

/** Makes a receiver's answer into a web standard response. */
export function toWebResponse({ status, headers, body }: WebhookResponse): Response {
  return new Response(body, { status, headers });
}
