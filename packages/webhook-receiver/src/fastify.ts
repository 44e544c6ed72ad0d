import type { IncomingMessage } from "node:http";
import type { WebhookReceiver } from "./receiving/create-receiver.ts";
import { fromNodeRequest } from "./node/from-node-request.ts";

const bodyFix =
  "A hook in a parent scope, such as preParsing, has already read the body. Register the plugin outside that scope.";

interface FastifyReply {
  code(status: number): { headers(headers: Record<string, string>): { send(body: string): unknown } };
}

/** The methods of a Fastify instance that the plugin uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(
    path: string,
    handler: (request: { readonly raw: IncomingMessage }, reply: FastifyReply) => Promise<unknown>,
  ): unknown;
}

/**
 * Creates a Fastify plugin. Register it with the path as its prefix:
 * `app.register(createFastifyPlugin(receiver), { prefix: "/webhooks" })`.
 *
 * Disables body parsing inside the plugin only.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createFastifyPlugin } from "@plugboard/webhook-receiver/fastify";
 * import { fastify } from "fastify";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { "*": ({ type }) => console.log(type) },
 * });
 * const app = fastify();
 * await app.register(createFastifyPlugin(receiver), { prefix: "/webhooks" });
 * ```
 */
export function createFastifyPlugin(receiver: WebhookReceiver): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.all("/", async ({ raw }, reply) => {
      const { status, headers, body } = await receiver.receive(fromNodeRequest(raw, { bodyFix }));
      return reply
        .code(status)
        .headers({ ...headers })
        .send(body);
    });
  };
}
