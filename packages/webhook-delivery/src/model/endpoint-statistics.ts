/** What happened at an endpoint in one hour. */
export interface EndpointHour {
  /** The hour's start, in milliseconds since the epoch. */
  readonly hour: number;
  readonly delivered: number;
  /** Deliveries that failed for good. */
  readonly failed: number;
  /** Each delivered one had one attempt that succeeded; all the others failed. */
  readonly attempts: number;
  /** What all attempts together took. */
  readonly attemptMilliseconds: number;
}

/** How an endpoint is doing. */
export interface EndpointStatistics {
  readonly endpointId: string;
  /** Scheduled and waiting deliveries, counted up to 10,000. */
  readonly pending: number;
  readonly sending: number;
  /** When the oldest delivery that is due was enqueued, in milliseconds since the epoch. */
  readonly oldestDueAt?: number;
  /** Oldest first; hours in which nothing happened are left out. */
  readonly hours: readonly EndpointHour[];
}
