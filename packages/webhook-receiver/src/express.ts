import type { ServerResponse } from "node:http";
import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromNodeRequest, type NodeRequest } from "./node/from-node-request.ts";
import { sendResponse } from "./node/send-response.ts";

const bodyFix =
  'Mount the webhook route before app.use(express.json()), or use express.raw({ type: "*/*" }) for it.';

/** The properties of Express's request that the handler uses. */
export interface ExpressRequest extends NodeRequest {
  readonly originalUrl: string;
}

/**
 * Creates a handler for `app.all(path, …)`.
 *
 * Mount it before `express.json()`, because it needs the raw body. Bodies read by `express.raw()` or
 * `express.text()` also work.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createExpressHandler } from "@plugboard/webhook-receiver/express";
 * import express from "express";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { "*": ({ type }) => console.log(type) },
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
