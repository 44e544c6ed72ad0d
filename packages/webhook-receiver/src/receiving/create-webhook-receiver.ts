import { serviceScheme } from "@plugboard/webhook-signer/schemes";
import { toDedupeKey } from "../dedupe/handle-once.ts";
import { createReceiver, toChallenge, type WebhookReceiver } from "./create-receiver.ts";
import { parseEvent, parseJson, readChallenge } from "./parse-event.ts";
import { readVerified } from "./read-verified.ts";
import { checkReceiverOptions, type WebhookReceiverOptions } from "./webhook-receiver-options.ts";

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
  checkReceiverOptions(options);
  return createReceiver(options, async (incoming) => {
    // The scheme requires a timestamp, so it is set after verification.
    const { body, timestamp = 0 } = await readVerified(incoming, options, serviceScheme);
    const payload = parseJson(body);
    const challenge = readChallenge(payload);
    if (challenge !== undefined) return toChallenge(challenge);
    const { handle, ...event } = parseEvent(payload, options.events);
    const { headers } = incoming;
    return {
      eventId: event.eventId,
      dedupeKey: await toDedupeKey([event.installationId, event.eventId]),
      handle: handle && ((waitUntil) => handle({ ...event, timestamp, headers, waitUntil })),
    };
  });
}
