import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromWebRequest } from "./web/from-web-request.ts";
import { toWebResponse } from "./web/to-web-response.ts";

const bodyFix = "Pass the request to the handler before reading it, or read request.clone() instead.";

type RouteHandler = (request: Request) => Promise<Response>;

/**
 * The exports of a `route.ts`. POST receives webhooks; other methods return 405. HEAD is missing because
 * Next.js uses GET for it.
 */
export type NextHandlers = Readonly<
  Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", RouteHandler>
>;

/** Options for `createNextHandlers`. */
export interface NextHandlersOptions {
  /** `after` from `next/server`. Runs work passed to `context.waitUntil` after the response. */
  readonly after?: (work: Promise<unknown>) => void;
}

/**
 * Creates route handlers for Next.js: `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } =
 * createNextHandlers(receiver, { after })`.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createNextHandlers } from "@plugboard/webhook-receiver/next";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { "*": ({ type }) => console.log(type) },
 * });
 * export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createNextHandlers(receiver);
 * ```
 */
export function createNextHandlers(
  receiver: WebhookReceiver,
  { after }: NextHandlersOptions = {},
): NextHandlers {
  const platform = after && { waitUntil: after };
  const handler: RouteHandler = async (request) =>
    toWebResponse(await receiver.receive(fromWebRequest(request, { platform, bodyFix })));
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler };
}
