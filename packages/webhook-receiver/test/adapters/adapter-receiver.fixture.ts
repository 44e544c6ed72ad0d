import { createWebhookReceiver, type WebhookReceiver } from "../../src/index.ts";
import { secret as adapterSecret } from "../sample-events.fixture.ts";

/** Bodies above this are too large for the adapters' receiver. */
export const adapterMaxBodyBytes = 100_000;

/**
 * The receiver every adapter is tested with, in this process or another. Its handler fails on the comment `fail`, and
 * when it gets an event for the second time.
 */
export function createAdapterReceiver(secret: string = adapterSecret): WebhookReceiver {
  const seen = new Set<string>();
  return createWebhookReceiver({
    secret,
    maxBodyBytes: adapterMaxBodyBytes,
    events: {
      page_feedback({ eventId, feedback }, { waitUntil }) {
        if (feedback.comment === "fail") throw new Error("asked to fail");
        if (seen.has(eventId)) throw new Error("handled twice");
        seen.add(eventId);
        waitUntil(Promise.resolve());
      },
    },
  });
}
