import { createEventReceiver } from "./create-event-receiver.ts";
import type { WebhookReceiver } from "./create-receiver.ts";
import { parseEvent } from "./parse-event.ts";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.ts";

/**
 * Creates a receiver that verifies the raw body of a webhook, validates it with the schema of its type, and
 * runs the handler once per event.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` if the secret is missing or a limit is out of range
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 *
 * export const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
 * });
 * // Bun, Deno and whatever else speaks the web's Request and Response: pass receiver.fetch to the server.
 * ```
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  return createEventReceiver(options, (payload) => parseEvent(payload, options.events));
}
