import type { EventBase, WebhookEvent, WebhookEventMap } from "@plugboard/api";
import type { WebhookContext } from "../common/webhook-context.ts";

/** An event of a type this version does not know; only the common fields are checked. */
export interface UnknownWebhookEvent extends EventBase {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * Handles one event. The sender gets its response when the handler is done, and tries again when it throws: leave work
 * that takes longer to `context.waitUntil`. What it returns is awaited, and means nothing.
 */
export type WebhookHandler<Event> = (event: Event, context: WebhookContext) => unknown;

/** A handler for each known event type. */
export type KnownEventHandlers = {
  readonly [Type in keyof WebhookEventMap]?: WebhookHandler<WebhookEventMap[Type]>;
};

/** Handlers by event type, and under `*` one for every event that has none of its own. */
export type WebhookHandlers = KnownEventHandlers & {
  readonly "*"?: WebhookHandler<WebhookEvent | UnknownWebhookEvent>;
};
