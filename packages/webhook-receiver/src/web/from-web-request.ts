import type { IncomingWebhook } from "../common/incoming-webhook.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { bodyConsumed, bodyUnreadable } from "../body/body-errors.ts";
import { checkContentLength, createBodyCollector } from "../body/create-body-collector.ts";

/** A platform that can be kept alive for work after the response, like a Worker's execution context. */
interface WaitUntilPlatform {
  waitUntil(promise: Promise<unknown>): void;
}

interface FromWebRequestOptions {
  /** Whatever the runtime passes along with a request. */
  readonly platform?: object | undefined;
  /** What to change when something else has read the body, in the words of the framework. */
  readonly bodyFix?: string;
}

/** Makes a web standard request into what the receiver works on. */
export function fromWebRequest(
  request: Request,
  {
    platform,
    bodyFix = "Hand the receiver the request before anything reads it, or a request.clone().",
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
  // Read by hand: on Node.js, iterating over the stream makes a whole webhook take a tenth longer.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collector.toBytes();
      collector.add(value);
    }
  } catch (error) {
    if (!(error instanceof WebhookReceiverError)) throw bodyUnreadable(error);
    // The response waits for nobody: whether the sender hears of this changes nothing.
    reader.cancel(error).catch(() => {});
    throw error;
  }
}
