import type { Endpoint } from "./endpoint.ts";

/** What a consumer asks a polling endpoint for. */
export interface PollRequest {
  readonly endpointId: string;
  /** Of an earlier poll: what was handed out after it. From the oldest that is not acknowledged when absent. */
  readonly cursor?: string | undefined;
  /** 1 to 1,000 deliveries; 100 when absent. Of large bodies there are fewer: one, or what has 4 MiB together. */
  readonly limit?: number | undefined;
  /** How long to wait for a delivery where there is none, in milliseconds: 30,000 at most, 0 when absent. */
  readonly waitMilliseconds?: number | undefined;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** A delivery that was handed out and is not acknowledged. */
export interface PolledDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The exact text that is signed. */
  readonly body: string;
  /** The event's. */
  readonly metadata: { readonly [key: string]: string };
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What a poll brought. */
export interface Poll {
  readonly endpoint: Endpoint;
  /** In the order in which they were handed out first. */
  readonly deliveries: readonly PolledDelivery[];
  /** Acknowledges these and all that was handed out before them. The request's own when there are none. */
  readonly cursor?: string | undefined;
}
