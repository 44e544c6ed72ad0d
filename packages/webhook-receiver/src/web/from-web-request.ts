import type { IncomingWebhook } from "../common/incoming-webhook.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { bodyConsumed, bodyUnreadable } from "../body/body-errors.ts";
import { checkContentLength, createBodyCollector } from "../body/create-body-collector.ts";

/** A context that keeps the runtime alive, like a Worker's execution context. */
interface WaitUntilPlatform {
  waitUntil(promise: Promise<unknown>): void;
}

interface FromWebRequestOptions {
  /** The runtime's context for a request. */
  readonly platform?: object | undefined;
  /** Instructions for a consumed body in the framework in use. */
  readonly bodyFix?: string;
}

/** Converts a web standard request for the receiver. */
export function fromWebRequest(
  request: Request,
  {
    platform,
    bodyFix = "Pass the request to the receiver before reading it, or read a request.clone() instead.",
  }: FromWebRequestOptions = {},
): IncomingWebhook {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    readBody: (maxBytes) => readWebBody(request, maxBytes, bodyFix),
    ...(canWait(platform) ? { waitUntil: (promise) => platform.waitUntil(promise) } : {}),
  };
}

function canWait(platform: object | undefined): platform is WaitUntilPlatform {
  return platform !== undefined && "waitUntil" in platform && typeof platform.waitUntil === "function";
}

async function readWebBody(request: Request, maxBytes: number, bodyFix: string): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked) throw bodyConsumed(bodyFix);
  checkContentLength(request.headers, maxBytes);
  return request.body === null ? new Uint8Array() : collect(request.body, maxBytes);
}

async function collect(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const collector = createBodyCollector(maxBytes);
  // Iterating over the stream would make a webhook 10% slower on Node.js.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collector.toBytes();
      collector.add(value);
    }
  } catch (error) {
    if (!(error instanceof WebhookReceiverError)) throw bodyUnreadable(error);
    // The response doesn't depend on the cancellation.
    reader.cancel(error).catch(() => {});
    throw error;
  }
}
