import type { IncomingWebhook } from "../incoming-webhook.ts";
import { WebhookReceiverError } from "../webhook-receiver-error.ts";
import { bodyConsumed, bodyUnreadable } from "./body-errors.ts";
import { checkContentLength } from "./check-content-length.ts";
import { createBodyCollector } from "./create-body-collector.ts";

/** Keeps a runtime alive for work after the answer, like a Worker's execution context. */
export interface WaitUntilPlatform {
  waitUntil(promise: Promise<unknown>): void;
}

interface FromWebRequestOptions {
  readonly platform?: WaitUntilPlatform | undefined;
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
    ...(platform === undefined ? {} : { waitUntil: (promise) => platform.waitUntil(promise) }),
  };
}

async function readWebBody(request: Request, maxBytes: number, bodyFix: string): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked) throw bodyConsumed(bodyFix);
  checkContentLength(request.headers, maxBytes);
  const collector = createBodyCollector(maxBytes);
  try {
    for await (const chunk of request.body ?? []) collector.add(chunk);
  } catch (error) {
    throw error instanceof WebhookReceiverError ? error : bodyUnreadable(error);
  }
  return collector.toBytes();
}
