import type { DeliveryQueue } from "./delivery-queue.ts";
import type {
  Attempt,
  Delivery,
  DeliveryCount,
  DeliveryCountQuery,
  DeliveryQuery,
  EventKey,
  ExpungeInput,
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

/** Encrypts signing secrets before they are stored. `open` undoes `seal`. */
export interface SecretBox {
  seal(text: string): string;
  open(text: string): string;
}

/** The endpoints' part of a store. Unless said otherwise, an unknown id throws `DeliveryError` (`endpoint_not_found`). */
export interface EndpointStore {
  /**
   * The endpoint begins with the holds of its tenant. Throws `endpoint_exists` when the id is taken, `invalid_endpoint` when a
   * part is out of its range.
   */
  createEndpoint(input: EndpointInput): Promise<Endpoint>;
  updateEndpoint(id: string, update: EndpointUpdate): Promise<Endpoint>;
  getEndpoint(id: string): Promise<Endpoint | undefined>;
  /** In the order they were created. */
  listEndpoints(query?: EndpointQuery): Promise<Page<Endpoint>>;
  /**
   * Keeps deliveries back for a named reason, of 1 to 200 characters: an endpoint's are sent only while nothing holds it. With a
   * tenant, all its endpoints are held at once, and those that are created later begin so. Requests in flight end normally.
   * Setting a hold again changes nothing. Throws `endpoint_not_found`, `invalid_option`.
   */
  setHold(target: HoldTarget, reason: string): Promise<void>;
  /** Ends a hold, if there is one. With a tenant, for all its endpoints, however it was set. Throws like `setHold`. */
  clearHold(target: HoldTarget, reason: string): Promise<void>;
  /** Makes a disabled endpoint active, with its circuit closed. What holds it goes on holding it. */
  enableEndpoint(id: string): Promise<Endpoint>;
  /**
   * Lets an endpoint be tried at once whose circuit is open, instead of at its time: one delivery is sent as the probe, a retry that
   * lies ahead when nothing is due. Any other endpoint is left as it is.
   */
  probeEndpoint(id: string): Promise<Endpoint>;
  /** It is gone at once; what is stored of it is removed bit by bit by the workers' cleaner. */
  deleteEndpoint(id: string): Promise<void>;
  endpointStatistics(id: string, options: { readonly since: number }): Promise<EndpointStatistics>;
}

/** The deliveries' part of a store. An unknown id throws `DeliveryError` (`delivery_not_found`). */
export interface EventStore {
  /**
   * Accepts events: when the promise resolves, they are durable. Calls made at the same time share a transaction. Throws
   * `invalid_event` when a part is out of its range, `event_conflict` when the tenant has an event of that id with another type or
   * body, `event_expunged` when the body to compare it with was removed; then none of the call's events are accepted.
   */
  enqueue(events: readonly EventInput[]): Promise<readonly EnqueuedEvent[]>;
  /** The same as `enqueue`, for all endpoints of a tenant that subscribe to the event's type at this moment. */
  publish(events: readonly PublishInput[]): Promise<readonly EnqueuedEvent[]>;
  getEvent(key: EventKey): Promise<StoredEvent | undefined>;
  getDelivery(id: string): Promise<Delivery | undefined>;
  listDeliveries(query?: DeliveryQuery): Promise<Page<Delivery>>;
  /** Counts deliveries by when their events were accepted, without reading them. Throws `invalid_query`. */
  countDeliveries(query: DeliveryCountQuery): Promise<readonly DeliveryCount[]>;
  /** How many deliveries of these tenants workers have claimed and not finished. */
  countInFlight(tenants: readonly string[]): Promise<number>;
  /**
   * The oldest of the deliveries that are due, where nothing but a worker is missing: no hold, open circuit or rate limit keeps
   * them back. It looks at the next delivery of each endpoint, of a thousand endpoints at most.
   */
  oldestDue(): Promise<OverdueDelivery | undefined>;
  /** Oldest first. */
  listAttempts(deliveryId: string): Promise<readonly Attempt[]>;
  /**
   * Makes a delivery due now, with all its retries before it again. One that is being sent is left alone. Throws `event_expunged` when
   * there is nothing left to send.
   */
  resend(deliveryId: string): Promise<Delivery>;
  /**
   * Removes events with their deliveries and attempts, whatever became of them; unknown ones are passed over. Cancel first what
   * is not done, so that no ordering group waits for it.
   */
  removeEvents(keys: readonly EventKey[]): Promise<void>;
  /**
   * Removes the bodies of a tenant's events, and what endpoints responded to them; deliveries and attempts stay on record. Events with a
   * delivery that is not done are left alone: cancel it first. Works in small transactions. Throws `invalid_option`.
   *
   * @returns how many events there were
   */
  expunge(input: ExpungeInput): Promise<number>;
  /** Takes a delivery that is not done out of the queue, or lets the ordering group go on that a failed one blocks. */
  cancelDelivery(deliveryId: string): Promise<Delivery>;
}

/**
 * The part of a store for polling endpoints, whose consumers take deliveries themselves. Nobody else does: several consumers of one
 * endpoint get the same deliveries, and what one acknowledges is delivered for all. An endpoint that is held, or disabled, hands
 * nothing out. Throws `endpoint_not_found`, `not_polling`, and `invalid_query` for a cursor that the endpoint never gave.
 */
export interface PollStore {
  /** Hands deliveries out; they are `sending` until they are acknowledged. Those that have expired fail instead. */
  poll(request: PollRequest): Promise<Poll>;
  /**
   * Marks deliveries as delivered that were handed out, up to those of the poll that the cursor is from. What is acknowledged already
   * stays so: doing it again is harmless.
   *
   * @returns how many there were
   */
  acknowledge(endpointId: string, cursor: string): Promise<number>;
}

/** The recoveries' part of a store. */
export interface RecoveryStore {
  /**
   * Starts a recovery, or gives back the one that was started under the same key. Throws `endpoint_not_found`,
   * `recovery_running` while another one runs at the endpoint, `invalid_option` when a part is out of its range.
   */
  startRecovery(input: RecoveryInput): Promise<Recovery>;
  /** How many deliveries a recovery would put back now. Throws `endpoint_not_found`, `invalid_option`. */
  countRecoverable(selection: RecoverySelection): Promise<number>;
  getRecovery(id: string): Promise<Recovery | undefined>;
  /** Newest first. */
  listRecoveries(endpointId: string): Promise<readonly Recovery[]>;
  /** Throws `recovery_not_found`. One that is done stays done. */
  cancelRecovery(id: string): Promise<Recovery>;
}

/** Everything that is kept about endpoints, events, deliveries and attempts. Every implementation passes `deliveryStoreCases`. */
export interface DeliveryStore extends EndpointStore, EventStore, PollStore, RecoveryStore, DeliveryQueue {
  /** Creates or upgrades the tables. Safe to run again, and from several processes at once. */
  migrate(): Promise<void>;
  /** Ends what the store itself started. The database handle stays its owner's. */
  close(): Promise<void>;
}
