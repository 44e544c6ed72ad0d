import type { WebhookReceiver } from "./receiving/create-receiver.ts";

/** What a Worker's module exports by default. */
export interface CloudflareWorker<Env> {
  readonly fetch: (request: Request, env: Env, context: object) => Promise<Response>;
}

/**
 * Makes a Worker of a receiver: `export default createCloudflareWorker((env) => createWebhookReceiver({ … }))`.
 *
 * The receiver is created once for each environment, so that what it remembers lasts as long as the isolate.
 *
 * @param create gets the bindings, for the signing secret among them
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createCloudflareWorker } from "@plugboard/webhook-receiver/cloudflare";
 *
 * export default createCloudflareWorker((env: { WEBHOOK_SECRET: string }) =>
 *   createWebhookReceiver({
 *     secret: env.WEBHOOK_SECRET,
 *     events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
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
