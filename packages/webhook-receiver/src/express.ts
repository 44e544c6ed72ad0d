import type { ServerResponse } from "node:http";
import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromNodeRequest, type NodeRequest } from "./node/from-node-request.ts";
import { sendResponse } from "./node/send-response.ts";

const bodyFix =
  'Mount the webhook route before app.use(express.json()), or give it express.raw({ type: "*/*" }) instead.';

/** The part of Express's request the handler uses. */
export interface ExpressRequest extends NodeRequest {
  readonly originalUrl: string;
}

/**
 * Makes a receiver a handler for `app.all(path, …)`.
 *
 * The body must not have been parsed before: mount it ahead of `express.json()`. What `express.raw()` or
 * `express.text()` left is fine.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createExpressHandler } from "@plugboard/webhook-receiver/express";
 * import express from "express";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
 * });
 * const app = express();
 * app.all("/webhooks", createExpressHandler(receiver));
 * app.use(express.json()); // after the webhooks, not before
 * ```
 */
export function createExpressHandler(
  receiver: WebhookReceiver,
): (request: ExpressRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const incoming = fromNodeRequest(request, { bodyFix, url: request.originalUrl });
    sendResponse(response, await receiver.receive(incoming));
  };
}
