import type { FailureReason } from "./delivery.ts";

/** Selects failed deliveries of an endpoint. All conditions must match. Canceled deliveries are excluded. */
export interface RecoverySelection {
  readonly endpointId: string;
  /** Deliveries that failed at or after this time (Unix time, ms). */
  readonly failedSince: number;
  /** Deliveries that failed before this time (Unix time, ms). Defaults to now. */
  readonly failedBefore?: number | undefined;
  /** Only these event types. At most 2,000. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Only these reasons. */
  readonly failureReasons?: readonly FailureReason[] | undefined;
}

/** The failed deliveries to resend, and the rate. */
export interface RecoveryInput extends RecoverySelection {
  /** Maximum deliveries rescheduled per second. Defaults to 100. */
  readonly perSecond?: number | undefined;
  /** 1 to 200 characters. Repeating the key on the same endpoint starts no new recovery. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * - `running`: workers reschedule deliveries in batches
 * - `done`: all deliveries were rescheduled
 * - `canceled`: stopped by an operator, or the endpoint was deleted
 */
export type RecoveryStatus = "running" | "done" | "canceled";

/** A durable job that resends an endpoint's failed deliveries. Times are Unix times (ms). */
export interface Recovery {
  readonly id: string;
  readonly endpointId: string;
  readonly failedSince: number;
  readonly failedBefore?: number | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly failureReasons?: readonly FailureReason[] | undefined;
  readonly perSecond: number;
  readonly status: RecoveryStatus;
  /** Deliveries rescheduled so far. */
  readonly recovered: number;
  /** Deliveries that matched when the job was created. */
  readonly total: number;
  readonly createdAt: number;
  readonly finishedAt?: number | undefined;
}
