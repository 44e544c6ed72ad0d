import type { ServerResponse } from "node:http";
import type { WebhookResponse } from "../webhook-response.ts";

/** Sends a receiver's answer as a Node.js response. */
export function sendResponse(response: ServerResponse, { status, headers, body }: WebhookResponse): void {
  // A time limit of the application, for example, may have answered while the handler ran.
  if (response.headersSent) return;
  response.writeHead(status, { ...headers });
  response.end(body);
}
