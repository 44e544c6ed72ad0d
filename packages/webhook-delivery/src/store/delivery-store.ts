import type { DeliveryQueue } from "./delivery-queue.ts";
import type {
  Attempt,
  Delivery,
  DeliveryCount,
  DeliveryCountQuery,
  DeliveryQuery,
  EventKey,
  ExpungeInput,
  FailureGroup,
  FailureGroupQuery,
  OverdueDelivery,
  Page,
  StoredEvent,
} from "../model/delivery.ts";
import type {
  Endpoint,
  EndpointInput,
  EndpointQuery,
  EndpointStatistics,
  EndpointUpdate,
  HoldTarget,
} from "../model/endpoint.ts";
import type { EnqueuedEvent, EventInput, PublishInput } from "../model/event-input.ts";
import type { Poll, PollRequest } from "../model/poll.ts";
import type { Recovery, RecoveryInput, RecoverySelection } from "../model/recovery.ts";

/** Encrypts signing secrets before they are stored. `decrypt` reverses `encrypt`. */
export interface SecretBox {
  encrypt(text: string): string;
  decrypt(text: string): string;
}

/**
 * The endpoint operations of a store. Unless noted otherwise, an unknown ID throws `DeliveryError`
 * (`endpoint_not_found`).
 */
export interface EndpointStore {
  /**
   * Creates an endpoint with its tenant's holds. Throws `endpoint_exists` if the ID is taken,
   * `invalid_endpoint` if the input is invalid.
   */
  createEndpoint(input: EndpointInput): Promise<Endpoint>;
  updateEndpoint(id: string, update: EndpointUpdate): Promise<Endpoint>;
  getEndpoint(id: string): Promise<Endpoint | undefined>;
  /** Lists endpoints in the order of creation. */
  listEndpoints(query?: EndpointQuery): Promise<Page<Endpoint>>;
  /**
   * Pauses deliveries for a reason of 1 to 200 characters; an endpoint's deliveries are sent only while it
   * has no holds. A tenant's hold applies to all its endpoints, including future ones. Requests in flight
   * finish normally. Setting a hold again has no effect. Throws `endpoint_not_found`, `invalid_option`.
   */
  setHold(target: HoldTarget, reason: string): Promise<void>;
  /**
   * Clears a hold, if set. For a tenant, clears it on all its endpoints, however it was set. Throws like
   * `setHold`.
   */
  clearHold(target: HoldTarget, reason: string): Promise<void>;
  /** Enables a disabled endpoint and closes its circuit. Its holds stay in place. */
  enableEndpoint(id: string): Promise<Endpoint>;
  /**
   * Probes an endpoint with an open circuit immediately: sends one delivery, or a later retry if none is due.
   * Has no effect on other endpoints.
   */
  probeEndpoint(id: string): Promise<Endpoint>;
  /** Deletes an endpoint. It disappears immediately; the workers' cleaner removes its data in batches. */
  deleteEndpoint(id: string): Promise<void>;
  /**
   * Deletes all endpoints of these tenants like `deleteEndpoint`, and the tenants' holds, or only the endpoints of some
   * kinds, in one transaction.
   */
  deleteEndpointsOf(tenants: readonly string[], kinds?: readonly string[]): Promise<void>;
  endpointStatistics(id: string, options: { readonly since: number }): Promise<EndpointStatistics>;
  /** Reads endpoints within a query of yours. `undefined` if your tables can't be in the same database. */
  readonly joinedEndpoints?: JoinedEndpoints | undefined;
}

/** Reads tenants' endpoints within your own query in the same database, which saves a round trip. */
export interface JoinedEndpoints {
  /** Returns an SQL expression for all endpoints of a tenant. `tenant` is an SQL expression too. */
  readonly select: (tenant: string) => string;
  /** Converts the expression's value to endpoints in the order of creation. */
  readonly read: (value: unknown) => readonly Endpoint[];
}

/** The delivery operations of a store. An unknown ID throws `DeliveryError` (`delivery_not_found`). */
export interface EventStore {
  /**
   * Accepts events. They are durable when the promise resolves. Concurrent calls share a transaction. Throws
   * `invalid_event` if an event is invalid, `event_conflict` if the tenant has a different event with the ID,
   * `event_expunged` if that event's body was removed. If it throws, none of the call's events are accepted.
   */
  enqueue(events: readonly EventInput[]): Promise<readonly EnqueuedEvent[]>;
  /** Like `enqueue`, for all endpoints of a tenant that currently subscribe to the event's type. */
  publish(events: readonly PublishInput[]): Promise<readonly EnqueuedEvent[]>;
  getEvent(key: EventKey): Promise<StoredEvent | undefined>;
  getDelivery(id: string): Promise<Delivery | undefined>;
  listDeliveries(query?: DeliveryQuery): Promise<Page<Delivery>>;
  /**
   * Counts deliveries by the time their events were accepted, without reading them. Throws `invalid_query`.
   */
  countDeliveries(query: DeliveryCountQuery): Promise<readonly DeliveryCount[]>;
  /** Groups failed deliveries by endpoint and cause: the 100 largest groups, largest first. */
  groupFailures(query: FailureGroupQuery): Promise<readonly FailureGroup[]>;
  /** Returns how many deliveries of these tenants are claimed and not finished. */
  countInFlight(tenants: readonly string[]): Promise<number>;
  /**
   * Returns the oldest due delivery that is only waiting for a worker, not for a hold, an open circuit or a
   * rate limit. Checks the next delivery of at most a thousand endpoints.
   */
  oldestDue(): Promise<OverdueDelivery | undefined>;
  /** Oldest first. */
  listAttempts(deliveryId: string): Promise<readonly Attempt[]>;
  /**
   * Schedules a delivery now, with its full number of retries. Has no effect while it is being sent. Throws
   * `event_expunged` if its body was removed.
   */
  resend(deliveryId: string): Promise<Delivery>;
  /**
   * Removes events with their deliveries and attempts, whatever their state. Unknown events are ignored.
   * Cancel unfinished deliveries first, so that no ordering group waits for them.
   */
  removeEvents(keys: readonly EventKey[]): Promise<void>;
  /**
   * Removes the bodies of a tenant's events and the responses to them. Deliveries and attempts stay on
   * record. Events with unfinished deliveries are skipped: cancel those first. Works in small transactions.
   * Throws `invalid_option`.
   *
   * @returns the number of expunged events
   */
  expunge(input: ExpungeInput): Promise<number>;
  /** Removes an unfinished delivery from the queue, or unblocks the ordering group of a failed one. */
  cancelDelivery(deliveryId: string): Promise<Delivery>;
}

/**
 * The polling operations of a store. All consumers of an endpoint get the same deliveries, and an
 * acknowledgment applies to all of them. Endpoints that are disabled or on hold return none. Throws
 * `endpoint_not_found`, `not_polling`, and `invalid_query` for a cursor from another endpoint.
 */
export interface PollStore {
  /** Returns deliveries, which are `sending` until they are acknowledged. Expired ones fail instead. */
  poll(request: PollRequest): Promise<Poll>;
  /**
   * Marks all deliveries up to the cursor's poll as delivered. Repeating the call is harmless.
   *
   * @returns the number of newly acknowledged deliveries
   */
  acknowledge(endpointId: string, cursor: string): Promise<number>;
}

/** The recovery operations of a store. */
export interface RecoveryStore {
  /**
   * Starts a recovery, or returns the one started with the same key. Throws `endpoint_not_found`,
   * `recovery_running` if the endpoint already has one, `invalid_option` if the input is invalid.
   */
  startRecovery(input: RecoveryInput): Promise<Recovery>;
  /**
   * Returns how many deliveries a recovery would resend now. Throws `endpoint_not_found`, `invalid_option`.
   */
  countRecoverable(selection: RecoverySelection): Promise<number>;
  getRecovery(id: string): Promise<Recovery | undefined>;
  /** Newest first. */
  listRecoveries(endpointId: string): Promise<readonly Recovery[]>;
  /** Cancels a recovery unless it is done. Throws `recovery_not_found`. */
  cancelRecovery(id: string): Promise<Recovery>;
}

/** Stores endpoints, events, deliveries and attempts. Every implementation passes `deliveryStoreCases`. */
export interface DeliveryStore extends EndpointStore, EventStore, PollStore, RecoveryStore, DeliveryQueue {
  /** Creates or upgrades the tables. Safe to repeat, and to run from several processes at once. */
  migrate(): Promise<void>;
  /** Stops the store's own work. Your database connection stays open. */
  close(): Promise<void>;
}
