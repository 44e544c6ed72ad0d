import type { IncomingMessage } from "node:http";
import { bodyConsumed, bodyTooLarge, bodyUnreadable } from "../body/body-errors.ts";
import { checkContentLength, createBodyCollector } from "../body/create-body-collector.ts";
import type { IncomingWebhook, RequestHeaders } from "../common/incoming-webhook.ts";
import type { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** A Node.js request, possibly with a body set by a body parser. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown;
}

interface FromNodeRequestOptions {
  /** Instructions for a consumed body in the framework in use. */
  readonly bodyFix: string;
  /** The original URL, if the framework changed the request's. */
  readonly url?: string;
}

/** Converts a Node.js request for the receiver. */
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

// A body from a raw or text parser is still exact.
function keptBody({ body }: NodeRequest): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  return typeof body === "string" ? Buffer.from(body) : undefined;
}

// Reading such a stream would wait forever, or return text that lost the original bytes.
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
        // Stops collecting; the server drains the rest after the response.
        request.off("data", take).pause();
        reject(error);
      }
    };
    request.on("data", take);
    request.once("end", () => resolve(collector.toBytes()));
    request.once("error", (error) => reject(bodyUnreadable(error)));
    request.once("close", () => reject(connectionClosed()));
    // The stream may have been paused.
    request.resume();
  });
}

function connectionClosed(): WebhookReceiverError {
  return bodyUnreadable(new Error("The connection closed"));
}
