import { type WebhookScheme, webhookSchemes } from "@plugboard/webhook-signer/schemes";
import { createReceiver, toChallenge, type WebhookReceiver } from "./create-receiver.ts";
import { toDedupeKey } from "../dedupe/handle-once.ts";
import type { RequestHeaders } from "../common/incoming-webhook.ts";
import { parseJson, readChallenge } from "./parse-event.ts";
import { readVerified } from "./read-verified.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { checkReceiverOptions, type ReceivingOptions } from "./webhook-receiver-options.ts";

/** A schema of any library that speaks Standard Schema, such as zod, valibot or arktype. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/** What a {@link StandardSchema} finds: a value, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a handler knows about a webhook beside its payload. */
export interface CustomWebhookContext {
  /** What the event is de-duplicated by: its signed id, or what `eventId` returned. */
  readonly eventId: string | undefined;
  /** When the sender signed the request, in Unix seconds, where the scheme signs that. */
  readonly timestamp: number | undefined;
  /** The request's headers. Only what the scheme signs of them can be trusted. */
  readonly headers: RequestHeaders;
  /** Lets work go on after the response. When it fails, `onError` is notified, and the event is not sent again. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** How the webhooks of any service are received. */
export interface CustomReceiverOptions<Event> extends ReceivingOptions {
  /** How the service signs; Standard Webhooks when left out. */
  readonly scheme?: WebhookScheme | undefined;
  /** Checks the payload, and gives it its type; without one it is any JSON. */
  readonly schema?: StandardSchema<Event> | undefined;
  /**
   * What an event is de-duplicated by, out of its payload. Default: the id that the scheme signs, as Standard Webhooks
   * does. Events of a scheme that signs none are handled whenever they come, unless this returns one.
   */
  readonly eventId?: ((event: Event) => string) | undefined;
  /** Handles one event. When it throws, the response makes the sender try again. */
  readonly handle: (event: Event, context: CustomWebhookContext) => unknown;
}

/**
 * Makes a receiver for the webhooks of any service: verified over the raw body as its scheme says, checked against your own
 * schema, and handled once for each event. The adapters for frameworks take it as well.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` when there is no secret, or a limit is out of its range
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
  checkReceiverOptions(options);
  const { scheme = webhookSchemes.standardWebhooks, schema, handle } = options;
  return createReceiver(options, async (incoming) => {
    const { body, timestamp, id } = await readVerified(incoming, options, scheme);
    const payload = parseJson(body);
    const challenge = readChallenge(payload);
    if (challenge !== undefined) return toChallenge(challenge);
    // Without a schema, an event is any JSON, which is what its type says then.
    const event = schema === undefined ? (payload as Event) : await check(schema, payload);
    const eventId = options.eventId?.(event) ?? id;
    const { headers } = incoming;
    return {
      eventId: eventId ?? "without an id",
      dedupeKey: eventId === undefined ? undefined : await toDedupeKey([eventId]),
      handle: (waitUntil) => handle(event, { eventId, timestamp, headers, waitUntil }),
    };
  });
}

async function check<Event>(schema: StandardSchema<Event>, payload: unknown): Promise<Event> {
  const result = await schema["~standard"].validate(payload);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(({ message, path = [] }) => {
    const keys = path.map((key) => String(typeof key === "object" ? key.key : key));
    return `${keys.join(".") || "its root"}: ${message}`;
  });
  throw new WebhookReceiverError("event_invalid", `The event is not valid at ${issues.join("; ")}`);
}
