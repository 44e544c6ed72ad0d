import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookReceiver } from "./create-webhook-receiver.ts";
import { fromNodeRequest } from "./node/from-node-request.ts";
import { sendResponse } from "./node/send-response.ts";

const bodyFix = "Call the handler before anything else reads the request.";

/** Makes a receiver the listener of a Node.js `http` server, or of one path in it. */
export function createNodeHandler(
  receiver: WebhookReceiver,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void receiver
      .receive(fromNodeRequest(request, { bodyFix }))
      .then((answer) => sendResponse(response, answer));
  };
}
