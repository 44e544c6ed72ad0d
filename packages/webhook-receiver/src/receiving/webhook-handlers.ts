import type { EventBase, WebhookEvent, WebhookEventMap } from "@plugboard/api";
import type { WebhookContext } from "../common/webhook-context.ts";

/** An event of a type unknown to this version. Only the common fields are validated. */
export interface UnknownWebhookEvent extends EventBase {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * Handles an event. The sender waits for it and retries if it throws, so pass longer work to
 * `context.waitUntil`. The return value is awaited and ignored.
 */
export type WebhookHandler<Event> = (event: Event, context: WebhookContext) => unknown;

/** Handlers for known event types. */
export type KnownEventHandlers = {
  readonly [Type in keyof WebhookEventMap]?: WebhookHandler<WebhookEventMap[Type]>;
};

/** Handlers by event type. `*` handles events without their own handler. */
export type WebhookHandlers = KnownEventHandlers & {
  readonly "*"?: WebhookHandler<WebhookEvent | UnknownWebhookEvent>;
};
