/** What happened at an endpoint in one hour. */
export interface EndpointHourResource {
  /** ISO 8601 time at which the hour began. */
  readonly hour: string;
  readonly delivered: number;
  /** Deliveries that failed for good. */
  readonly failed: number;
  /** Requests made; each delivered one had one that succeeded. */
  readonly attempts: number;
  /** What all these requests took together. */
  readonly attemptMilliseconds: number;
}

/** How an endpoint is doing. */
export interface EndpointStatisticsResource {
  /** Deliveries that wait to be sent, counted up to 10,000. */
  readonly pending: number;
  /** Deliveries that are in flight. */
  readonly sending: number;
  /** ISO 8601 time at which the oldest delivery that is due was accepted. */
  readonly oldestDueAt?: string;
  /** ISO 8601 time of the first of an unbroken row of failures; absent after a success. */
  readonly failingSince?: string;
  /** Oldest first; hours in which nothing happened are left out. */
  readonly hours: readonly EndpointHourResource[];
}

/** Query of an endpoint's statistics. */
export interface EndpointStatisticsQuery {
  /** ISO 8601 time of the first hour; a day ago when left out. */
  readonly since?: string;
}
