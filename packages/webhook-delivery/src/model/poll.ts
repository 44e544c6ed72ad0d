import type { Endpoint } from "./endpoint.ts";

/** Options for `poll`. */
export interface PollRequest {
  readonly endpointId: string;
  /**
   * The cursor of an earlier poll; returns the deliveries after it. Defaults to the oldest unacknowledged
   * delivery.
   */
  readonly cursor?: string | undefined;
  /**
   * 1 to 1,000 deliveries. Defaults to 100. Large bodies reduce the number: a poll returns up to 4 MiB, or a
   * single delivery.
   */
  readonly limit?: number | undefined;
  /** How long to wait if there are no deliveries (ms). At most 30,000, defaults to 0. */
  readonly waitMilliseconds?: number | undefined;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** A delivery returned by `poll` and not yet acknowledged. */
export interface PolledDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The exact text that is signed. */
  readonly body: string;
  /** The event's metadata. */
  readonly metadata: { readonly [key: string]: string };
  /** Unix time (ms). */
  readonly createdAt: number;
}

/** The result of a poll. */
export interface Poll {
  readonly endpoint: Endpoint;
  /** Deliveries in the order they were first returned. */
  readonly deliveries: readonly PolledDelivery[];
  /**
   * Acknowledges these deliveries and all earlier ones. If there are no deliveries, it is the request's
   * cursor.
   */
  readonly cursor?: string | undefined;
}
