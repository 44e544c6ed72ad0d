import { checkMethods } from "../common/check-methods.ts";
import { type WebhookScheme, webhookSchemes } from "@plugboard/webhook-signer/schemes";
import { type StandardSchema, validateStandard } from "../common/standard-schema.ts";
import { createReceiver, toChallenge, type WebhookReceiver } from "./create-receiver.ts";
import { toDedupeKey } from "../dedupe/handle-once.ts";
import type { RequestHeaders } from "../common/incoming-webhook.ts";
import { parseJson, readChallenge } from "./parse-event.ts";
import { readVerified } from "./read-verified.ts";
import { checkReceiverOptions, type ReceivingOptions } from "./webhook-receiver-options.ts";

/** The context of a webhook, passed to its handler. */
export interface CustomWebhookContext {
  /** The de-duplication key: the signed ID, or the result of `eventId`. */
  readonly eventId: string | undefined;
  /** The time of signing (Unix time, s), if the scheme signs it. */
  readonly timestamp: number | undefined;
  /** The request headers. Trust only those that the scheme signs. */
  readonly headers: RequestHeaders;
  /** Continues work after the response. If it fails, `onError` is called; the event is not resent. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Options for `createCustomReceiver`. */
export interface CustomReceiverOptions<Event> extends ReceivingOptions {
  /** The service's signature scheme. Defaults to Standard Webhooks. */
  readonly scheme?: WebhookScheme | undefined;
  /** Validates and types the payload. Without it, any JSON is accepted. */
  readonly schema?: StandardSchema<Event> | undefined;
  /**
   * Returns the de-duplication key for a payload. Defaults to the ID that the scheme signs, as in Standard
   * Webhooks. If the scheme signs no ID and this option is missing, every request is handled.
   */
  readonly eventId?: ((event: Event) => string) | undefined;
  /** Handles an event. If it throws, the response asks the sender to retry. */
  readonly handle: (event: Event, context: CustomWebhookContext) => unknown;
}

/**
 * Creates a receiver for any service's webhooks: verifies the raw body with the service's scheme, validates
 * it with your schema, and handles each event once. Works with all framework adapters.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` if a required option is missing or a limit is out of range
 *
 * @example
 * ```ts
 * import { createCustomReceiver } from "@plugboard/webhook-receiver";
 *
 * // Standard Webhooks, as many services send them.
 * export default createCustomReceiver({
 *   secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *   handle: (event, { eventId }) => console.log(eventId, event),
 * });
 * ```
 */
export function createCustomReceiver<Event = unknown>(
  options: CustomReceiverOptions<Event>,
): WebhookReceiver {
  checkMethods("createCustomReceiver", options, ["handle"], "options with a function `handle`");
  checkReceiverOptions(options);
  const { scheme = webhookSchemes.standardWebhooks, schema, handle } = options;
  return createReceiver(options, async (incoming) => {
    const { body, timestamp, id } = await readVerified(incoming, options, scheme);
    const payload = parseJson(body);
    const challenge = readChallenge(payload);
    if (challenge !== undefined) return toChallenge(challenge);
    // Without a schema, Event is unknown, so any JSON fits.
    const event =
      schema === undefined ? (payload as Event) : await validateStandard(schema, payload, "The event");
    const eventId = options.eventId?.(event) ?? id;
    const { headers } = incoming;
    return {
      eventId: eventId ?? "without an id",
      dedupeKey: eventId === undefined ? undefined : await toDedupeKey([eventId]),
      handle: (waitUntil) => handle(event, { eventId, timestamp, headers, waitUntil }),
    };
  });
}
