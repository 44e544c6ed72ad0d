import type { EventBase } from "@plugboard/api";
import type { WebhookContext } from "../common/webhook-context.ts";

/** An event of a type without a schema. Only the common fields are validated. */
export interface UnknownWebhookEvent extends EventBase {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event with a schema: the fields of its schema, and those that every event has. */
export type KnownWebhookEvent<Type extends string, Fields> = EventBase & Fields & { readonly type: Type };

/**
 * Handles an event. The sender waits for it and retries if it throws, so pass longer work to
 * `context.waitUntil`. The return value is awaited and ignored.
 */
export type WebhookHandler<Event> = (event: Event, context: WebhookContext) => unknown;

/**
 * Handlers by event type. `*` handles events without their own handler, whose fields are validated only if they have a
 * schema.
 */
export type WebhookHandlers<Events extends object = object> = {
  readonly [Type in keyof Events & string]?: WebhookHandler<KnownWebhookEvent<Type, Events[Type]>>;
} & { readonly "*"?: WebhookHandler<UnknownWebhookEvent> };
