import type { EventBase, WebhookEventMap, WebhookEventType } from "@plugboard/api";
import { webhookEventSchemas } from "@plugboard/api/schemas";
import { en } from "zod/locales";
import * as z from "zod/mini";
import type { WebhookContext } from "../common/webhook-context.ts";
import type {
  KnownEventHandlers,
  UnknownWebhookEvent,
  WebhookHandler,
  WebhookHandlers,
} from "./webhook-handlers.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** A validated event and its handler. */
export interface ParsedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly installationId: string;
  /** Runs the handler. `undefined` if this type has none. */
  readonly handle?: ((context: WebhookContext) => unknown) | undefined;
}

/** Returns the challenge of a body that asks for proof of ownership. Such a body is not an event. */
export function readChallenge(payload: unknown): string | undefined {
  if (typeOf(payload) !== "endpoint_verification") return undefined;
  const challenge: unknown = Reflect.get(Object(payload), "challenge");
  return typeof challenge === "string" ? challenge : undefined;
}

const utf8 = new TextDecoder();
// zod/mini has no default error messages.
const english = en().localeError;

const unknownEventSchema: z.ZodMiniType<UnknownWebhookEvent> = z.looseObject({
  eventId: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  installationId: z.string(),
});

/**
 * Validates a verified body with the schema of its type and finds its handler.
 *
 * @throws {WebhookReceiverError} `event_invalid`
 */
export function parseEvent(payload: unknown, handlers: WebhookHandlers): ParsedEvent {
  const type = typeOf(payload);
  if (isKnownType(type)) return bindKnown(type, payload, handlers, handlers["*"]);
  return bind(parseAnyEvent(payload), handlers["*"]);
}

/** Validates only the fields that every event has. @throws {WebhookReceiverError} `event_invalid` */
export function parseAnyEvent(payload: unknown): UnknownWebhookEvent {
  return check(unknownEventSchema, payload, "The event");
}

/** Parses a body as JSON. @throws {WebhookReceiverError} `body_not_json` */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new WebhookReceiverError("body_not_json", "The body is not JSON.", { cause });
  }
}

// Read first to select the schema, so that the payload is validated once.
function typeOf(payload: unknown): string {
  const hasType = typeof payload === "object" && payload !== null && "type" in payload;
  return hasType && typeof payload.type === "string" ? payload.type : "";
}

function isKnownType(type: string): type is WebhookEventType {
  return Object.hasOwn(webhookEventSchemas, type);
}

function bindKnown<Type extends WebhookEventType>(
  type: Type,
  payload: unknown,
  handlers: KnownEventHandlers,
  catchAll: WebhookHandler<WebhookEventMap[Type]> | undefined,
): ParsedEvent {
  const event: WebhookEventMap[Type] = check(webhookEventSchemas[type], payload, `The ${type} event`);
  return bind(event, handlers[type] ?? catchAll);
}

function bind<Event extends EventBase & { readonly type: string }>(
  event: Event,
  handler: WebhookHandler<Event> | undefined,
): ParsedEvent {
  const { eventId, type, installationId } = event;
  if (handler === undefined) return { eventId, type, installationId };
  return { eventId, type, installationId, handle: (context) => handler(event, context) };
}

function check<Event>(schema: z.ZodMiniType<Event>, payload: unknown, what: string): Event {
  const result = schema.safeParse(payload, { error: english });
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    ({ path, message }) => `${path.join(".") || "its root"}: ${message}`,
  );
  throw new WebhookReceiverError("event_invalid", `${what} is not valid at ${issues.join("; ")}`);
}
