import type { WebhookAnswer } from "../webhook-answer.ts";

/** Makes a receiver's answer into a web standard response. */
export function toWebResponse({ status, headers, body }: WebhookAnswer): Response {
  return new Response(body, { status, headers });
}
