/** Which deliveries of an endpoint to recover. */
export interface RecoveryCreation {
  /** ISO 8601 time: everything that failed from then on until now. */
  readonly failedSince: string;
  /** Deliveries put back a second, at most; 100 when left out, and no more than 1,000. */
  readonly perSecond?: number;
}

/** A durable job that sends failed deliveries again, with all their retries before them. */
export interface RecoveryResource {
  readonly id: string;
  /** ISO 8601 time. */
  readonly failedSince: string;
  readonly perSecond: number;
  readonly status: "running" | "done" | "canceled";
  /** Deliveries put back so far. */
  readonly recovered: number;
  /** Deliveries that had failed when the recovery began. */
  readonly total: number;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time; absent while it is running. */
  readonly finishedAt?: string;
}
