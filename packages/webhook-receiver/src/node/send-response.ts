import type { ServerResponse } from "node:http";
import type { WebhookResponse } from "../common/webhook-response.ts";

/** Sends a receiver's response with Node.js. */
export function sendResponse(response: ServerResponse, { status, headers, body }: WebhookResponse): void {
  // A time limit of the application, for example, may have responded while the handler ran.
  if (response.headersSent) return;
  response.writeHead(status, { ...headers });
  response.end(body);
}
