import { webhookEventSchemas } from "@plugboard/content/schemas";
import { createWebhookReceiver, type WebhookReceiver } from "@plugboard/webhook-receiver";

/** Creates a receiver of page feedback. */
export function createFeedbackReceiver(
  secret: string,
  save: (rating: string) => Promise<void>,
): WebhookReceiver {
  return createWebhookReceiver({
    secret,
    schemas: webhookEventSchemas,
    events: { page_feedback: async ({ feedback }) => await save(feedback.rating) },
  });
}
