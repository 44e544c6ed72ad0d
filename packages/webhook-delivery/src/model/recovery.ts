/** Which failed deliveries are to be sent again, and how fast. */
export interface RecoveryInput {
  readonly endpointId: string;
  /** Everything that failed at or after this time, in milliseconds since the epoch, up to now. */
  readonly failedSince: number;
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
  readonly perSecond: number;
  readonly status: RecoveryStatus;
  /** Deliveries put back so far. */
  readonly recovered: number;
  /** Deliveries that matched when the job was created. */
  readonly total: number;
  readonly createdAt: number;
  readonly finishedAt?: number | undefined;
}
