/** An event the platform accepted. */
export interface EventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId: string;
  /** The event as its receivers get it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** Where a delivery goes. */
export type DeliveryTarget =
  | { readonly kind: "endpoint"; readonly endpointId: string; readonly url: string }
  | { readonly kind: "integration"; readonly integration: string };

/** One event on its way to one target. */
export interface DeliveryResource {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** `waiting` stands behind an earlier delivery of its ordering key; `sending` is in flight. */
  readonly status: "scheduled" | "waiting" | "sending" | "delivered" | "failed";
  /** Why no further attempt follows; present on a failed delivery. */
  readonly failure?: "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired";
  /** How many requests were made. */
  readonly attempts: number;
  /** ISO 8601 time; present while scheduled. */
  readonly nextAttemptAt?: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** One HTTP request of a delivery. */
export interface AttemptResource {
  /** Counts from 1. */
  readonly number: number;
  /** ISO 8601 time. */
  readonly startedAt: string;
  readonly durationMilliseconds: number;
  /** Absent when no answer came. */
  readonly responseStatus?: number;
  /** The first part of the answer's body, as text. */
  readonly responseExcerpt?: string;
  /** Why there was no answer, or why the answer was refused. */
  readonly error?: string;
  /** A stable word for {@link error}. */
  readonly errorCode?: string;
  /** ISO 8601 time of the next attempt; absent when none was to follow. */
  readonly nextAttemptAt?: string;
}
