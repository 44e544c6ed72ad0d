import type { WebhookReceiver } from "./create-webhook-receiver.ts";

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
