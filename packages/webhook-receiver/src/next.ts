import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromWebRequest } from "./web/from-web-request.ts";
import { toWebResponse } from "./web/to-web-response.ts";

const bodyFix =
  "Give the route handler the request before anything reads it, or let that read request.clone().";

type RouteHandler = (request: Request) => Promise<Response>;

/**
 * The exports of a `route.ts`: the receiver handles every method, POST with its work and the others with 405. HEAD is not
 * among them, because Next.js takes GET for it.
 */
export type NextHandlers = Readonly<
  Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", RouteHandler>
>;

/** What Next.js does after a response. */
export interface NextHandlersOptions {
  /** `after` from `next/server`: what `context.waitUntil` is given to goes on after the response. */
  readonly after?: (work: Promise<unknown>) => void;
}

/**
 * Makes a receiver the route handlers of a `route.ts` of Next.js:
 * `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createNextHandlers(receiver, { after })`.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createNextHandlers } from "@plugboard/webhook-receiver/next";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
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
