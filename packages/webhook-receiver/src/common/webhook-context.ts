import type { RequestHeaders } from "./incoming-webhook.ts";

/** The context of an event, passed to its handler. */
export interface WebhookContext {
  /** Unique per event and the same on every attempt. */
  readonly eventId: string;
  readonly type: string;
  readonly installationId: string;
  /** The time at which the sender signed this attempt (Unix time, s). */
  readonly timestamp: number;
  /** The request headers. They are not signed, so don't trust them. */
  readonly headers: RequestHeaders;
  /**
   * Continues work after the response and keeps the runtime alive if it supports that. If the work fails,
   * `onError` is called; the event is not resent.
   */
  readonly waitUntil: (work: Promise<unknown>) => void;
}
