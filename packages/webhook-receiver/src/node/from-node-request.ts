import type { IncomingMessage } from "node:http";
import { bodyConsumed, bodyTooLarge, bodyUnreadable } from "../body/body-errors.ts";
import { checkContentLength, createBodyCollector } from "../body/create-body-collector.ts";
import type { IncomingWebhook, RequestHeaders } from "../common/incoming-webhook.ts";
import type { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** A Node.js request, possibly with what a body parser left on it. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown;
}

interface FromNodeRequestOptions {
  /** What to change when something else has read the body, in the words of the framework. */
  readonly bodyFix: string;
  /** The URL as the client asked for it, where the framework has changed the request's own. */
  readonly url?: string;
}

/** Makes a Node.js request into what the receiver works on. */
export function fromNodeRequest(
  request: NodeRequest,
  { bodyFix, url = request.url ?? "/" }: FromNodeRequestOptions,
): IncomingWebhook {
  const headers: RequestHeaders = {
    get(name) {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : (value ?? null);
    },
  };
  return {
    method: request.method ?? "GET",
    url,
    headers,
    async readBody(maxBytes) {
      const kept = keptBody(request);
      if (kept !== undefined && kept.length > maxBytes) throw bodyTooLarge(maxBytes);
      if (kept !== undefined) return kept;
      if (isOutOfReach(request)) throw bodyConsumed(bodyFix);
      if (request.destroyed) throw connectionClosed();
      checkContentLength(headers, maxBytes);
      return collect(request, maxBytes);
    },
  };
}

// What a raw or text body parser left is still the exact body.
function keptBody({ body }: NodeRequest): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  return typeof body === "string" ? Buffer.from(body) : undefined;
}

// Listening to such a stream would wait forever, or for text whose bytes are lost.
function isOutOfReach(request: NodeRequest): boolean {
  return request.readableDidRead || request.readableEncoding !== null;
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const collector = createBodyCollector(maxBytes);
    const take = (chunk: Uint8Array): void => {
      try {
        collector.add(chunk);
      } catch (error) {
        // Nothing more is kept; the server drains what is still coming once the response is sent.
        request.off("data", take).pause();
        reject(error);
      }
    };
    request.on("data", take);
    request.once("end", () => resolve(collector.toBytes()));
    request.once("error", (error) => reject(bodyUnreadable(error)));
    request.once("close", () => reject(connectionClosed()));
    // Somebody may have paused it until its turn came.
    request.resume();
  });
}

function connectionClosed(): WebhookReceiverError {
  return bodyUnreadable(new Error("The connection closed"));
}
