import { webhookEventSchemas } from "@plugboard/content/schemas";
import { createWebhookReceiver } from "@plugboard/webhook-receiver";

/** Options for {@link createSampleReceiver}. */
export interface ReceiverOptions {
  /** The signing secrets, or a lookup by installation. */
  readonly secret: Parameters<typeof createWebhookReceiver>[0]["secret"];
  readonly print: (line: string) => void;
}

/** Creates a receiver that verifies webhooks, drops duplicates by event ID, and prints one line per event. */
export function createSampleReceiver({
  secret,
  print,
}: ReceiverOptions): ReturnType<typeof createWebhookReceiver> {
  return createWebhookReceiver({
    secret,
    schemas: webhookEventSchemas,
    events: {
      space_content_updated: async (event) =>
        print(`space ${event.spaceId} is now at revision ${event.revisionId}`),
      site_view: async (event) => print(`${event.visitor.anonymousId} opened ${event.url}`),
      page_feedback: async ({ pageId, feedback }) =>
        print(`page ${pageId} was rated ${feedback.rating}: ${JSON.stringify(feedback.comment)}`),
    },
    onError: ({ message }) => print(`rejected a webhook: ${message}`),
  });
}
