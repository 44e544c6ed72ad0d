/** Deliveries with the same endpoint and key are sent one after the other, in the order they were enqueued. */
export interface Ordering {
  /** At most 200 characters. */
  readonly key: string;
  /**
   * What a delivery that failed for good does to those behind it: `block` holds them up until it is resent with
   * success or canceled, `skip` lets the next one go.
   */
  readonly onFailure: "block" | "skip";
}

/** An event and the endpoints it goes to. */
export interface EventInput {
  /**
   * At most 200 characters, unique for each event of a tenant: the same id for endpoints of another tenant is another event. The
   * same id again, with the same type and body, adds no second delivery to the same endpoint.
   */
  readonly id: string;
  readonly type: string;
  /**
   * The exact text that is sent and signed, without NUL characters and lone surrogates, which `JSON.stringify` never writes.
   * Stored once for each tenant, however many endpoints it goes to.
   */
  readonly body: string;
  /** Handed to `send` with each delivery. Stored once; the same id again does not change it. */
  readonly metadata?: { readonly [key: string]: string } | undefined;
  /**
   * Its deliveries that are not done by then fail as `expired`, in milliseconds since the epoch. One that is resent by hand or by a
   * recovery has no such limit. The same id again does not change it.
   */
  readonly expiresAt?: number | undefined;
  readonly endpointIds: readonly string[];
  readonly ordering?: Ordering;
  /** Not before this time, in milliseconds since the epoch. At once when absent. */
  readonly dueAt?: number;
}

/** An event for all endpoints of a tenant that subscribe to its type, and whose filters and channels it meets. */
export interface PublishInput extends Omit<EventInput, "endpointIds"> {
  /** Empty when absent. */
  readonly tenant?: string | undefined;
  /** What it is about, for endpoints that chose channels: they get it when they have one of these. At most 100. */
  readonly channels?: readonly string[] | undefined;
}

/** What `enqueue` or `publish` made of an event. */
export interface EnqueuedEvent {
  readonly eventId: string;
  /** One for each known endpoint; `created` is false where an earlier call had enqueued the event already. */
  readonly deliveries: readonly {
    readonly id: string;
    readonly endpointId: string;
    readonly created: boolean;
  }[];
  /** Endpoints that do not exist, or were deleted. */
  readonly unknownEndpointIds: readonly string[];
}
