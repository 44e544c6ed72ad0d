import type { AttemptResult } from "./attempt-result.ts";
import type { Ordering } from "./event-input.ts";

/**
 * - `scheduled`: sent at its due time, when its endpoint's turn comes
 * - `waiting`: behind an earlier delivery with the same ordering key
 * - `sending`: claimed by a worker
 * - `delivered`, `failed`: finished; kept for the retention time
 */
export type DeliveryState = "scheduled" | "waiting" | "sending" | "delivered" | "failed";

/**
 * - `exhausted`: the last retry failed
 * - `rejected`: the endpoint rejected the request, and a retry can't change that
 * - `gone`: the endpoint responded with 410
 * - `disabled`: the endpoint was disabled before the delivery was sent
 * - `canceled`: canceled by an operator
 * - `expired`: older than the endpoint's `maxAgeMilliseconds`, or past the event's `expiresAt`
 */
export type FailureReason = "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired";

/** One event for one endpoint. Times are Unix times (ms). */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  /** Set while the delivery is scheduled. */
  readonly dueAt?: number | undefined;
  /** Set if and only if the delivery failed. */
  readonly failureReason?: FailureReason | undefined;
  /** The number of HTTP requests so far. */
  readonly attempts: number;
  /** The response status of the last attempt. */
  readonly lastStatus?: number | undefined;
  readonly lastErrorCode?: string | undefined;
  readonly ordering?: Ordering | undefined;
  readonly createdAt: number;
  /** The time it was delivered or failed. */
  readonly finishedAt?: number | undefined;
}

/** A delivery that is due but not sent. */
export interface OverdueDelivery {
  readonly endpointId: string;
  /** Unix time (ms). */
  readonly dueAt: number;
}

/** Identifies an event by its ID and the tenant of its endpoints. */
export interface EventKey {
  /** Defaults to the empty string. */
  readonly tenant?: string | undefined;
  readonly id: string;
}

/** An accepted event. */
export interface StoredEvent {
  readonly id: string;
  readonly tenant: string;
  readonly type: string;
  /** Empty after the event was expunged. */
  readonly body: string;
  readonly metadata: { readonly [key: string]: string };
  /** Unix time (ms). */
  readonly createdAt: number;
  /** The time the body was removed (Unix time, ms). */
  readonly expungedAt?: number | undefined;
}

/** The events to expunge. */
export interface ExpungeInput {
  /** Empty for endpoints without a tenant. */
  readonly tenant: string;
  /** Expunges events accepted before this time (Unix time, ms). */
  readonly before: number;
}

/** One HTTP request of a delivery, as stored in the attempt log. */
export interface Attempt extends AttemptResult {
  readonly deliveryId: string;
  /** The attempt's number, starting at 1 and never reset. */
  readonly number: number;
  /** The due time of the next attempt (Unix time, ms); `undefined` if there is none. */
  readonly nextAttemptAt?: number | undefined;
}

/** An order of deliveries with an index that contains only those that it lists. */
export type SortedOrder = "next_attempt" | "attempts";

/** Selects deliveries to list. All conditions must match. */
export interface DeliveryQuery {
  readonly endpointId?: string | undefined;
  /** Only deliveries to these endpoints. */
  readonly endpointIds?: readonly string[] | undefined;
  /** Only deliveries to this tenant's endpoints. */
  readonly tenant?: string | undefined;
  /** Only deliveries to the endpoints of these tenants. */
  readonly tenants?: readonly string[] | undefined;
  /** Only deliveries to endpoints of this kind. */
  readonly kind?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  /** Only events of these types. */
  readonly eventTypes?: readonly string[] | undefined;
  readonly states?: readonly DeliveryState[] | undefined;
  /** The response status of the last attempt. */
  readonly lastStatus?: number | undefined;
  /** Only events accepted at or after this time (Unix time, ms). */
  readonly createdSince?: number | undefined;
  /** Only events accepted before this time (Unix time, ms). */
  readonly createdBefore?: number | undefined;
  /**
   * Only events whose body contains this exact text. A page searches at most 10,000 events, so it can have fewer items than its limit, even none, and still return a cursor.
   */
  readonly bodyText?: string | undefined;
  /**
   * Defaults to `newest` events first. `next_attempt` lists only deliveries that wait for a later attempt, the next one
   * first. `attempts` lists only deliveries with several attempts, the most first. Neither can be combined with `bodyText`.
   */
  readonly order?: "newest" | "oldest" | SortedOrder | undefined;
  /** The cursor of the previous page, which must have had the same order. */
  readonly cursor?: string | undefined;
  /** 1 to 1,000. Defaults to 100. */
  readonly limit?: number | undefined;
}

/** Selects deliveries to count and the time spans. All conditions must match. */
export interface DeliveryCountQuery {
  readonly endpointId?: string | undefined;
  /** Only deliveries to these endpoints. */
  readonly endpointIds?: readonly string[] | undefined;
  readonly tenants?: readonly string[] | undefined;
  /** Only deliveries to endpoints of this kind. */
  readonly kind?: string | undefined;
  readonly eventType?: string | undefined;
  /** Only events of these types. */
  readonly eventTypes?: readonly string[] | undefined;
  readonly lastStatus?: number | undefined;
  /**
   * The start of each span (Unix time, ms) in ascending order; the last item ends the last span. A delivery
   * belongs to the span in which its event was accepted. 2 to 200 items.
   */
  readonly boundaries: readonly number[];
}

/** The deliveries of a time span, counted by state. */
export interface DeliveryCount {
  /** Unix time (ms). */
  readonly since: number;
  readonly open: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Selects failed deliveries to group by cause. All conditions must match. */
export interface FailureGroupQuery extends Omit<DeliveryCountQuery, "boundaries"> {
  /** Only events accepted at or after this time (Unix time, ms). */
  readonly since: number;
  /** Only events accepted before this time (Unix time, ms). */
  readonly before: number;
}

/** The failed deliveries to one endpoint that have the same cause. */
export interface FailureGroup {
  readonly endpointId: string;
  readonly failureReason: FailureReason;
  /** The response status of the last attempt. */
  readonly lastStatus?: number | undefined;
  readonly lastErrorCode?: string | undefined;
  /** Counted up to the newest 10,000 failures of the endpoint. */
  readonly count: number;
  /** When the latest delivery of the group failed (Unix time, ms). */
  readonly failedAt: number;
}

/** A page of a list. `cursor` leads to the next page and is `undefined` on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
}
