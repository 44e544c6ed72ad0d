import type { WebhookReceiver } from "./receiving/create-receiver.ts";

/** The default export of a Worker's module. */
export interface CloudflareWorker<Env> {
  readonly fetch: (request: Request, env: Env, context: object) => Promise<Response>;
}

/**
 * Creates a Worker from a receiver: `export default createCloudflareWorker((env) => createWebhookReceiver({ …
 * }))`.
 *
 * Creates the receiver once per environment, so its memory lasts as long as the isolate.
 *
 * @param create receives the bindings, for example to read the signing secret
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createCloudflareWorker } from "@plugboard/webhook-receiver/cloudflare";
 *
 * export default createCloudflareWorker((env: { WEBHOOK_SECRET: string }) =>
 *   createWebhookReceiver({
 *     secret: env.WEBHOOK_SECRET,
 *     events: { "*": ({ type }) => console.log(type) },
 *   }),
 * );
 * ```
 */
export function createCloudflareWorker<Env extends object>(
  create: (env: Env) => WebhookReceiver,
): CloudflareWorker<Env> {
  const receivers = new WeakMap<Env, WebhookReceiver>();
  return {
    async fetch(request, env, context) {
      const receiver = receivers.get(env) ?? create(env);
      receivers.set(env, receiver);
      return receiver.fetch(request, context);
    },
  };
}
