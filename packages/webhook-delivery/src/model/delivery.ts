import type { AttemptResult } from "./attempt-result.ts";
import type { Ordering } from "./event-input.ts";

/**
 * - `scheduled`: is sent at its due time, as soon as its endpoint's turn comes
 * - `waiting`: waits behind an earlier delivery with the same ordering key
 * - `sending`: a worker holds it
 * - `delivered`, `failed`: done; kept until the retention time is over
 */
export type DeliveryState = "scheduled" | "waiting" | "sending" | "delivered" | "failed";

/**
 * - `exhausted`: the last retry failed too
 * - `rejected`: the endpoint refused in a way that a retry cannot change
 * - `gone`: the endpoint responded with 410
 * - `disabled`: the endpoint was disabled before its turn came
 * - `canceled`: an operator took it out
 * - `expired`: it was older than its endpoint's `maxAgeMilliseconds`, or its event's `expiresAt` was over
 */
export type FailureReason = "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired";

/** One event on its way to one endpoint. Times are milliseconds since the epoch. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  /** Present while it is scheduled. */
  readonly dueAt?: number | undefined;
  /** Present exactly when it failed. */
  readonly failureReason?: FailureReason | undefined;
  /** HTTP requests made so far. */
  readonly attempts: number;
  /** The status of the last attempt's response. */
  readonly lastStatus?: number | undefined;
  readonly lastErrorCode?: string | undefined;
  readonly ordering?: Ordering | undefined;
  readonly createdAt: number;
  /** When it was delivered or failed. */
  readonly finishedAt?: number | undefined;
}

/** A delivery that is due and not sent. */
export interface OverdueDelivery {
  readonly endpointId: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/** Names an event: its id, and the tenant of the endpoints it was enqueued for. */
export interface EventKey {
  /** Empty when absent. */
  readonly tenant?: string | undefined;
  readonly id: string;
}

/** An accepted event. */
export interface StoredEvent {
  readonly id: string;
  readonly tenant: string;
  readonly type: string;
  /** Empty once it was expunged. */
  readonly body: string;
  readonly metadata: { readonly [key: string]: string };
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When its body was removed, in milliseconds since the epoch. */
  readonly expungedAt?: number | undefined;
}

/** Whose events to expunge. */
export interface ExpungeInput {
  /** Empty for endpoints without one. */
  readonly tenant: string;
  /** Events that were accepted before this time, in milliseconds since the epoch. */
  readonly before: number;
}

/** One HTTP request of a delivery, as the attempt log keeps it. */
export interface Attempt extends AttemptResult {
  readonly deliveryId: string;
  /** From 1, counted over the delivery's whole life. */
  readonly number: number;
  /** When the next attempt was due, in milliseconds since the epoch; absent when none was to follow. */
  readonly nextAttemptAt?: number | undefined;
}

/** Which deliveries to list, those of the newest events first. All parts must hold. */
export interface DeliveryQuery {
  readonly endpointId?: string | undefined;
  /** Only deliveries to this tenant's endpoints. */
  readonly tenant?: string | undefined;
  /** Only deliveries to the endpoints of these tenants. */
  readonly tenants?: readonly string[] | undefined;
  /** Only deliveries to endpoints of this kind. */
  readonly kind?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly states?: readonly DeliveryState[] | undefined;
  /** The status of the last attempt's response. */
  readonly lastStatus?: number | undefined;
  /** Of events accepted at or after this time, in milliseconds since the epoch. */
  readonly createdSince?: number | undefined;
  /** Of events accepted before this time, in milliseconds since the epoch. */
  readonly createdBefore?: number | undefined;
  /**
   * Only of events whose body contains this text, letter for letter. A page looks through 10,000 events, the newest that it may
   * list: it may have fewer items than its limit, or none, and a cursor that leads on nevertheless.
   */
  readonly bodyText?: string | undefined;
  readonly cursor?: string | undefined;
  /** 1 to 1,000; 100 when absent. */
  readonly limit?: number | undefined;
}

/** Which deliveries to count, and in which spans of time. All parts must hold. */
export interface DeliveryCountQuery {
  readonly endpointId?: string | undefined;
  readonly tenants?: readonly string[] | undefined;
  /** Only deliveries to endpoints of this kind. */
  readonly kind?: string | undefined;
  readonly eventType?: string | undefined;
  readonly lastStatus?: number | undefined;
  /**
   * Where spans begin, in milliseconds since the epoch, each after the one before; the last one is where the last span ends. A
   * delivery counts in the span in which its event was accepted. 2 to 200.
   */
  readonly boundaries: readonly number[];
}

/** How many deliveries of a span of time are where. */
export interface DeliveryCount {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly open: number;
  readonly delivered: number;
  readonly failed: number;
}

/** A part of a list. `cursor` leads to the next part and is absent on the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
}
