/** Deliveries with the same endpoint and key are sent one at a time, in the order they were enqueued. */
export interface Ordering {
  /** At most 200 characters. */
  readonly key: string;
  /**
   * The effect of a permanently failed delivery on later ones: `block` holds them until it is resent
   * successfully or canceled, `skip` sends the next one.
   */
  readonly onFailure: "block" | "skip";
}

/** An event and its endpoints. */
export interface EventInput {
  /**
   * At most 200 characters, unique per event and tenant. Enqueuing the same ID, type and body again adds no
   * second delivery to an endpoint.
   */
  readonly id: string;
  readonly type: string;
  /**
   * The exact text to sign and send, without NUL characters and lone surrogates (`JSON.stringify` never
   * writes them). Stored once per tenant for all endpoints.
   */
  readonly body: string;
  /** Passed to `send` with each delivery. Enqueuing the same ID again doesn't change it. */
  readonly metadata?: { readonly [key: string]: string } | undefined;
  /**
   * Deliveries not done by this time (Unix time, ms) fail as `expired`, except when resent by a user or a
   * recovery. Enqueuing the same ID again doesn't change it.
   */
  readonly expiresAt?: number | undefined;
  readonly endpointIds: readonly string[];
  readonly ordering?: Ordering;
  /** The earliest time to send (Unix time, ms). Defaults to now. */
  readonly dueAt?: number;
}

/** An event for all of a tenant's endpoints with a matching subscription, filter and channel. */
export interface PublishInput extends Omit<EventInput, "endpointIds"> {
  /** Defaults to the empty string. */
  readonly tenant?: string | undefined;
  /** The event's channels. Endpoints with channels receive the event only if they share one. At most 100. */
  readonly channels?: readonly string[] | undefined;
}

/** The result of enqueuing an event. */
export interface EnqueuedEvent {
  readonly eventId: string;
  /** One item per known endpoint; `created` is false if an earlier call enqueued the event. */
  readonly deliveries: readonly {
    readonly id: string;
    readonly endpointId: string;
    readonly created: boolean;
  }[];
  /** Endpoints that don't exist or were deleted. */
  readonly unknownEndpointIds: readonly string[];
}
