import type { FailureReason } from "./delivery.ts";

/** Which failed deliveries of an endpoint are meant. All parts must hold; canceled ones never are. */
export interface RecoverySelection {
  readonly endpointId: string;
  /** Everything that failed at or after this time, in milliseconds since the epoch. */
  readonly failedSince: number;
  /** What failed before this time, in milliseconds since the epoch. Up to now when absent. */
  readonly failedBefore?: number | undefined;
  /** Of these types. At most 100. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Why they failed. */
  readonly failureReasons?: readonly FailureReason[] | undefined;
}

/** The failed deliveries to resend, and the rate. */
export interface RecoveryInput extends RecoverySelection {
  /** Deliveries put back a second, at most. 100 when absent. */
  readonly perSecond?: number | undefined;
  /** 1 to 200 characters. The same key again at the same endpoint starts nothing new. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * - `running`: workers put deliveries back, a batch at a time
 * - `done`: all were put back
 * - `canceled`: stopped by an operator, or its endpoint was deleted
 */
export type RecoveryStatus = "running" | "done" | "canceled";

/** A durable job that sends failed deliveries of an endpoint again. Times are milliseconds since the epoch. */
export interface Recovery {
  readonly id: string;
  readonly endpointId: string;
  readonly failedSince: number;
  readonly failedBefore?: number | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly failureReasons?: readonly FailureReason[] | undefined;
  readonly perSecond: number;
  readonly status: RecoveryStatus;
  /** Deliveries put back so far. */
  readonly recovered: number;
  /** Deliveries that matched when the job was created. */
  readonly total: number;
  readonly createdAt: number;
  readonly finishedAt?: number | undefined;
}
