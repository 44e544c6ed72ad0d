import { serviceScheme } from "@plugboard/webhook-signer/schemes";
import { toDedupeKey } from "../dedupe/handle-once.ts";
import { createReceiver, toChallenge, type WebhookReceiver } from "./create-receiver.ts";
import { type ParsedEvent, parseJson, readChallenge } from "./parse-event.ts";
import { readVerified } from "./read-verified.ts";
import { checkReceiverOptions, type ReceivingOptions } from "./webhook-receiver-options.ts";

/** Creates a receiver for the platform's webhooks from a function that validates an event and finds its handler. */
export function createEventReceiver(
  options: ReceivingOptions,
  parse: (payload: unknown) => ParsedEvent | Promise<ParsedEvent>,
): WebhookReceiver {
  checkReceiverOptions(options);
  return createReceiver(options, async (incoming) => {
    // The scheme requires a timestamp, so it is set after verification.
    const { body, timestamp = 0 } = await readVerified(incoming, options, serviceScheme);
    const payload = parseJson(body);
    const challenge = readChallenge(payload);
    if (challenge !== undefined) return toChallenge(challenge);
    const { handle, ...event } = await parse(payload);
    const { headers } = incoming;
    return {
      eventId: event.eventId,
      dedupeKey: await toDedupeKey([event.installationId, event.eventId]),
      handle: handle && ((waitUntil) => handle({ ...event, timestamp, headers, waitUntil })),
    };
  });
}
