import { createWebhookReceiver, type WebhookReceiver } from "@plugboard/webhook-receiver";

/** Creates a receiver of page feedback. */
export function createFeedbackReceiver(
  secret: string,
  save: (rating: string) => Promise<void>,
): WebhookReceiver {
  return createWebhookReceiver({
    secret,
    events: { page_feedback: async ({ feedback }) => await save(feedback.rating) },
  });
}
