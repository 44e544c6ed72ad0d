import { createWebhookReceiver, type WebhookReceiver } from "../../src/index.ts";
import { schemas, secret as adapterSecret } from "../sample-events.fixture.ts";

/** The body limit of the adapters' receiver. */
export const adapterMaxBodyBytes = 100_000;

/**
 * Creates the receiver that all adapter tests use. Its handler fails on the comment `fail`, and on repeated
 * events.
 */
export function createAdapterReceiver(secret: string = adapterSecret): WebhookReceiver {
  const seen = new Set<string>();
  return createWebhookReceiver({
    secret,
    maxBodyBytes: adapterMaxBodyBytes,
    schemas,
    events: {
      page_feedback({ eventId, feedback }, { waitUntil }) {
        if (feedback.comment === "fail") throw new Error("the comment says fail");
        if (seen.has(eventId)) throw new Error("handled twice");
        seen.add(eventId);
        waitUntil(Promise.resolve());
      },
    },
  });
}
