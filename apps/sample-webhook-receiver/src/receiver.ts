import { createWebhookReceiver } from "@plugboard/webhook-receiver";

/** What the receiver needs. */
export interface ReceiverOptions {
  /** The signing secrets, or how to find those of an installation. */
  readonly secret: Parameters<typeof createWebhookReceiver>[0]["secret"];
  readonly print: (line: string) => void;
}

/** Verifies each webhook, drops repeated ones by event id, and prints one line for each event. */
export function createSampleReceiver({
  secret,
  print,
}: ReceiverOptions): ReturnType<typeof createWebhookReceiver> {
  return createWebhookReceiver({
    secret,
    events: {
      space_content_updated: async (event) =>
        print(`space ${event.spaceId} is now at revision ${event.revisionId}`),
      site_view: async (event) => print(`${event.visitor.anonymousId} opened ${event.url}`),
      page_feedback: async ({ pageId, feedback }) =>
        print(`page ${pageId} was rated ${feedback.rating}: ${JSON.stringify(feedback.comment)}`),
    },
    onError: ({ message }) => print(`a webhook was refused: ${message}`),
  });
}
