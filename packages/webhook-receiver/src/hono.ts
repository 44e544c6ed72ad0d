import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromWebRequest } from "./web/from-web-request.ts";
import { toWebResponse } from "./web/to-web-response.ts";

const bodyFix =
  "A middleware called c.req.json(), text() or parseBody(). Register the webhook route before it, or read c.req.raw.clone() there.";

/** The properties of Hono's context that the handler uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  readonly executionCtx: object;
}

/**
 * Creates a handler for `app.all(path, …)`.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createHonoHandler } from "@plugboard/webhook-receiver/hono";
 * import { Hono } from "hono";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { "*": ({ type }) => console.log(type) },
 * });
 * const app = new Hono();
 * app.all("/webhooks", createHonoHandler(receiver));
 * ```
 */
export function createHonoHandler(receiver: WebhookReceiver): (context: HonoContext) => Promise<Response> {
  return async (context) => {
    const incoming = fromWebRequest(context.req.raw, { platform: platformOf(context), bodyFix });
    return toWebResponse(await receiver.receive(incoming));
  };
}

function platformOf(context: HonoContext): object | undefined {
  try {
    return context.executionCtx;
  } catch {
    // Hono throws on runtimes without an execution context.
    return undefined;
  }
}
