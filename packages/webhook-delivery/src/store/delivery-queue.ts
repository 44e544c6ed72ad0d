import type { DisabledNotice, Endpoint } from "../model/endpoint.ts";
import type { Ordering } from "../model/event-input.ts";
import type { CircuitPolicy } from "../policy/circuit-breaker.ts";
import type { Outcome } from "../policy/decide-outcome.ts";
import type { AttemptResult } from "../model/attempt-result.ts";

/** A delivery that a worker holds, with all that is needed to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The exact text to send. */
  readonly body: string;
  /** The event's. */
  readonly metadata: { readonly [key: string]: string };
  /** The event's, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  readonly endpointId: string;
  /** The number of the attempt to make, from 1, over the delivery's whole life. */
  readonly attempt: number;
  /** The number of the attempt within its retry schedule, from 1; starts anew when the delivery is resent. */
  readonly scheduledAttempt: number;
  /** Resent by hand or by a recovery: it never expires. */
  readonly isResent: boolean;
  readonly ordering?: Ordering | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Rises with each claim. An outcome is recorded only under the newest. */
  readonly fence: number;
}

/** How many deliveries more a worker has room for at a tenant. */
export interface TenantBound {
  /** Tenants with the same name share the room. */
  readonly sharedBy: string;
  readonly room: number;
}

/** Where a lease is among those that are in use. */
export interface LeasePlace {
  /** How many of them were opened before it. */
  readonly place: number;
  /** How many there are. */
  readonly of: number;
}

/** What a worker asks for. */
export interface ClaimRequest {
  readonly leaseId: string;
  /** Deliveries, at most. */
  readonly limit: number;
  /** How many deliveries more the worker has room for at an endpoint. */
  readonly roomOf: (endpointId: string) => number;
  /** The same of a tenant that may not have as much in flight as it wants; `undefined` for the others. */
  readonly boundOf?: ((tenant: string) => TenantBound | undefined) | undefined;
  /** Where the last claim left off in the round of endpoints. */
  readonly cursor?: string | undefined;
  readonly circuitPolicy: CircuitPolicy;
}

/** What a worker got. */
export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** The endpoints of these deliveries, by id. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly cursor?: string | undefined;
  /** Whether more is due already: asking again brings it at once, or only when something in flight has ended. */
  readonly more: "now" | "after-one-ends" | "none";
  /** The first time at which something else comes due, in milliseconds since the epoch. */
  readonly nextAt?: number | undefined;
}

/** A finished attempt and what follows from it. */
export interface AttemptRecord {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly outcome: Outcome;
}

/** Outcomes to write in one transaction. */
export interface RecordRequest {
  readonly records: readonly AttemptRecord[];
  readonly circuitPolicy: CircuitPolicy;
  /** An endpoint that did nothing but fail for this long is disabled, in milliseconds. */
  readonly disableAfterMilliseconds: number;
}

/** What recording some attempts led to. */
export interface Recorded {
  /** Ids of deliveries whose claim was lost: nothing was written about them. */
  readonly refused: readonly string[];
  /** Ids of endpoints that must not be sent to now: the circuit is not closed, they are held, or they were disabled. */
  readonly heldBack: readonly string[];
}

/** How long finished deliveries are kept, in milliseconds. */
export interface RetentionPolicy {
  readonly deliveredMilliseconds: number;
  readonly failedMilliseconds: number;
}

/** A worker that takes deliveries as the store accepts them, without a claim of its own. */
export interface DeliveryTaker {
  /** How many deliveries it can start at once; 0 while it takes none. */
  readonly room: () => number;
  /** The same of one endpoint. */
  readonly roomOf: (tenant: string, endpointId: string) => number;
  /** Has deliveries written under its lease, and starts those that come back. */
  readonly claim: (write: (leaseId: string) => Promise<Claim>) => Promise<void>;
}

/**
 * The workers' part of a store. A worker opens a lease, claims deliveries under it and keeps renewing it. When it is not
 * renewed in time, any other worker takes its deliveries over.
 */
export interface DeliveryQueue {
  /** Returns the lease's id, which is never used again. */
  openLease(leaseMilliseconds: number): Promise<string>;
  /** False when the lease was taken over: its holder has to open another one. */
  renewLease(leaseId: string, leaseMilliseconds: number): Promise<boolean>;
  /** By it, workers share out among themselves what they may do together. */
  placeOfLease(leaseId: string): Promise<LeasePlace>;
  /** Gives back what is still claimed under it. */
  closeLease(leaseId: string): Promise<void>;
  /** Gives back what is claimed under leases that ran out. Returns how many deliveries that were. */
  takeOverExpiredLeases(): Promise<number>;
  /** Takes due deliveries, in turn from every endpoint that has some. Nothing under a lease that was taken over. */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Writes outcomes, attempts and their effect on the endpoints together. */
  recordAttempts(request: RecordRequest): Promise<Recorded>;
  /** Makes claimed deliveries that were not sent due again. Leaves those alone whose claim was lost. */
  giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Puts the next batch of every running recovery back. Returns when to call again, if any is still running. */
  advanceRecoveries(): Promise<number | undefined>;
  listNotices(): Promise<readonly DisabledNotice[]>;
  acknowledgeNotice(id: string): Promise<void>;
  /** Removes one small batch of what is past its time, or belongs to a deleted endpoint. True when there may be more. */
  removeExpired(policy: RetentionPolicy): Promise<boolean>;
  /**
   * Hands a worker of this process deliveries as they are accepted: only those that nothing else decides about, of endpoints with
   * no limit, no backlog and a closed circuit. Returns a function that ends it.
   */
  handTo(taker: DeliveryTaker): () => void;
  /**
   * Looks at some endpoints with due deliveries, and lets claims see those that they would pass over. Returns the ids of these
   * endpoints. There are none unless the database lost a write.
   */
  findUnseen(): Promise<readonly string[]>;
  /** Whether `watch` hears of other processes too, or there are none: workers then seldom look for what they did not hear of. */
  readonly hearsAll: boolean;
  /** Calls back whenever deliveries may have come due through this store or, where it can know, another process. */
  watch(listener: () => void): () => void;
}
