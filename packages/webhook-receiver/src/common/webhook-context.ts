import type { RequestHeaders } from "./incoming-webhook.ts";

/** What a handler knows about its event beside the payload. */
export interface WebhookContext {
  /** Unique for each event and the same on every attempt. */
  readonly eventId: string;
  readonly type: string;
  readonly installationId: string;
  /** When the sender signed this attempt, in Unix seconds. */
  readonly timestamp: number;
  /** The request's headers. Only the body is signed: trust nothing else in them. */
  readonly headers: RequestHeaders;
  /**
   * Lets work go on after the response. The runtime is kept alive for it where it offers that. When the work fails, the
   * event is not sent again; the receiver's `onError` is called.
   */
  readonly waitUntil: (work: Promise<unknown>) => void;
}
