import type { ServerResponse } from "node:http";
import type { WebhookResponse } from "../common/webhook-response.ts";

/** Sends a receiver's response with Node.js. */
export function sendResponse(response: ServerResponse, { status, headers, body }: WebhookResponse): void {
  // The application may already have responded, for example on a timeout.
  if (response.headersSent) return;
  response.writeHead(status, { ...headers });
  response.end(body);
}
