import * as z from "zod/mini";
import type { WebhookContext } from "../common/webhook-context.ts";
import type { UnknownWebhookEvent } from "./webhook-handlers.ts";
import { invalidEvent } from "../common/standard-schema.ts";
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

const unknownEventSchema: z.ZodMiniType<UnknownWebhookEvent> = z.looseObject({
  eventId: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  installationId: z.string(),
});

/** Validates only the fields that every event has. @throws {WebhookReceiverError} `event_invalid` */
export function parseAnyEvent(payload: unknown): UnknownWebhookEvent {
  const result = unknownEventSchema.safeParse(payload);
  if (result.success) return result.data;
  throw invalidEvent("The event", result.error.issues);
}

/** Parses a body as JSON. @throws {WebhookReceiverError} `body_not_json` */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new WebhookReceiverError("body_not_json", "The body is not JSON.", { cause });
  }
}

function typeOf(payload: unknown): unknown {
  return typeof payload === "object" && payload !== null && "type" in payload ? payload.type : undefined;
}
