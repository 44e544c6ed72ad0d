import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { createCloudflareWorker, type CloudflareWorker } from "../../src/cloudflare.ts";

interface Bindings {
  readonly WEBHOOK_SECRET: string;
}

const worker: CloudflareWorker<Bindings> = createCloudflareWorker((env) =>
  createAdapterReceiver(env.WEBHOOK_SECRET),
);

/** A Worker that reads the body of requests to `/consumed` before the receiver. */
export const testedWorker: CloudflareWorker<Bindings> = {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/consumed") await request.text();
    return worker.fetch(request, env, context);
  },
};
