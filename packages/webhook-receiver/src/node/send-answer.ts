import type { ServerResponse } from "node:http";
import type { WebhookAnswer } from "../webhook-answer.ts";

/** Sends a receiver's answer as a Node.js response. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: WebhookAnswer): void {
  response.writeHead(status, { ...headers });
  response.end(body);
}
