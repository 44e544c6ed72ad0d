import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromNodeRequest } from "./node/from-node-request.ts";
import { sendResponse } from "./node/send-response.ts";

const bodyFix = "Call the handler before anything else reads the request.";

/**
 * Creates a request listener for a Node.js `http` server.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createNodeHandler } from "@plugboard/webhook-receiver/node";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { "*": ({ type }) => console.log(type) },
 * });
 * createServer(createNodeHandler(receiver)).listen(4001);
 * ```
 */
export function createNodeHandler(
  receiver: WebhookReceiver,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void receiver
      .receive(fromNodeRequest(request, { bodyFix }))
      .then((outcome) => sendResponse(response, outcome));
  };
}
