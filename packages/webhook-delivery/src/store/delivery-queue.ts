import type { DisabledNotice, Endpoint } from "../model/endpoint.ts";
import type { Ordering } from "../model/event-input.ts";
import type { CircuitPolicy } from "../policy/circuit-breaker.ts";
import type { Outcome } from "../policy/decide-outcome.ts";
import type { AttemptResult } from "../model/attempt-result.ts";

/** A delivery claimed by a worker, with everything needed to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The exact text to send. */
  readonly body: string;
  /** The event's metadata. */
  readonly metadata: { readonly [key: string]: string };
  /** The event's expiry (Unix time, ms). */
  readonly expiresAt?: number | undefined;
  readonly endpointId: string;
  /** The number of the next attempt, starting at 1 and never reset. */
  readonly attempt: number;
  /** The attempt's number in the retry schedule, starting at 1; reset when the delivery is resent. */
  readonly scheduledAttempt: number;
  /** How often the delivery was resent by a user or a recovery. Resent deliveries never expire. */
  readonly resends: number;
  readonly ordering?: Ordering | undefined;
  /** Unix time (ms). */
  readonly createdAt: number;
  /** Unix time (ms). */
  readonly dueAt: number;
  /** Increases with each claim. Only outcomes of the newest claim are recorded. */
  readonly fence: number;
}

/** The position of a lease among the active ones. */
export interface LeasePosition {
  /** The number of active leases opened earlier. */
  readonly position: number;
  /** The number of active leases. */
  readonly of: number;
}

/** The request of a claim. */
export interface ClaimRequest {
  readonly leaseId: string;
  /** The maximum number of deliveries. */
  readonly limit: number;
  /** Returns how many more deliveries the worker has room for at an endpoint. */
  readonly roomOf: (endpointId: string) => number;
  /** Returns the remaining room of a fairness group with a bound; `undefined` for groups without one. */
  readonly boundOf?: ((fairnessGroup: string) => number | undefined) | undefined;
  /** The position of the last claim in the rotation of fairness groups. */
  readonly cursor?: string | undefined;
  readonly circuitPolicy: CircuitPolicy;
}

/** The result of a claim. */
export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** The endpoints of these deliveries, by ID. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly cursor?: string | undefined;
  /**
   * When to claim again: `now` if more deliveries are due, `after-one-ends` if a limit must free up first.
   */
  readonly more: "now" | "after-one-ends" | "none";
  /** When the next delivery is due (Unix time, ms). */
  readonly nextAt?: number | undefined;
}

/** A finished attempt and its outcome. */
export interface AttemptRecord {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly outcome: Outcome;
}

/** Outcomes to write in one transaction. */
export interface RecordRequest {
  readonly records: readonly AttemptRecord[];
  readonly circuitPolicy: CircuitPolicy;
  /** An endpoint is disabled after failing for this long without a success (ms). */
  readonly disableAfterMilliseconds: number;
}

/** The result of recording attempts. */
export interface Recorded {
  /** IDs of deliveries whose claim was lost. Their outcomes were not written. */
  readonly refused: readonly string[];
  /** IDs of endpoints to pause: the circuit isn't closed, or they are on hold or disabled. */
  readonly heldBack: readonly string[];
}

/** The retention of finished deliveries (ms). */
export interface RetentionPolicy {
  readonly deliveredMilliseconds: number;
  readonly failedMilliseconds: number;
}

/** A worker that receives deliveries as the store accepts them, without a separate claim. */
export interface DeliveryTaker {
  /** Returns how many deliveries it can start immediately; 0 to receive none. */
  readonly room: () => number;
  /** Returns how many deliveries to an endpoint of a fairness group it can start immediately. */
  readonly roomOf: (fairnessGroup: string, endpointId: string) => number;
  /** Writes deliveries under its lease and starts those that are returned. */
  readonly claim: (write: (leaseId: string) => Promise<Claim>) => Promise<void>;
}

/**
 * The workers' part of a store. A worker opens a lease, claims deliveries under it and renews it regularly.
 * If it isn't renewed in time, other workers take over its deliveries.
 */
export interface DeliveryQueue {
  /** Returns the lease's ID, which is never reused. */
  openLease(leaseMilliseconds: number): Promise<string>;
  /** Returns `undefined` if the lease was taken over: its holder must open a new one. */
  renewLease(leaseId: string, leaseMilliseconds: number): Promise<LeasePosition | undefined>;
  /** Used to divide shared limits among workers. */
  leasePosition(leaseId: string): Promise<LeasePosition>;
  /** Releases deliveries still claimed under the lease. */
  closeLease(leaseId: string): Promise<void>;
  /** Releases deliveries claimed under expired leases. Returns their number. */
  takeOverExpiredLeases(): Promise<number>;
  /**
   * Claims due deliveries from each fairness group that has any, in turn, and from each of its endpoints. Claims
   * none if the lease was taken over.
   */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Writes outcomes, attempts and their effects on endpoints together. */
  recordAttempts(request: RecordRequest): Promise<Recorded>;
  /** Reschedules claimed deliveries that were not sent. Skips those whose claim was lost. */
  giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /**
   * Reschedules the next batch of every running recovery. Returns when to call again; `undefined` if none is
   * running.
   */
  advanceRecoveries(): Promise<number | undefined>;
  listNotices(): Promise<readonly DisabledNotice[]>;
  acknowledgeNotice(id: string): Promise<void>;
  /**
   * Removes a small batch of expired data, or data of deleted endpoints. Returns true if there may be more.
   */
  removeExpired(policy: RetentionPolicy): Promise<boolean>;
  /**
   * Hands accepted deliveries to a worker of this process, but only those of endpoints without limits or
   * backlog and with a closed circuit. Returns a function that stops it.
   */
  handTo(taker: DeliveryTaker): () => void;
  /**
   * Checks some endpoints with due deliveries. Makes any that claims would miss visible again and returns
   * their IDs; there are none unless the database lost a write.
   */
  findUnseen(): Promise<readonly string[]>;
  /**
   * Whether `watch` reports all changes: it hears of other processes' changes, or no other process uses the
   * database. Workers then rarely poll.
   */
  readonly hearsAll: boolean;
  /**
   * Calls the listener whenever deliveries may have come due through this store or, if the store can detect
   * it, through another process.
   */
  watch(listener: () => void): () => void;
}
