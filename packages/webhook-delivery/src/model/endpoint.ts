/** Any value that survives JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * - `active`: its deliveries are sent, unless something holds it
 * - `disabled`: its deliveries are kept as failed, and can be recovered after it is enabled
 */
export type EndpointStatus = "active" | "disabled";

/** Why an endpoint was disabled: it responded with 410, or it did nothing but fail for too long. */
export type DisabledReason = "gone" | "failing";

/** How many attempts an endpoint takes. Plain data. */
export interface RateLimit {
  /** Attempts a second, on average. May be a fraction. */
  readonly perSecond: number;
  /** Attempts that may start at once after a pause. At least 1. */
  readonly burst: number;
}

/**
 * The state of one endpoint's circuit. Plain data that survives JSON. Times are milliseconds since the epoch.
 *
 * - `closed`: attempts pass
 * - `open`: attempts wait until `until`
 * - `half-open`: one attempt, the probe, is in flight, or may start when `probeUntil` is not in the future
 */
export type Circuit =
  | { readonly state: "closed"; readonly failures: number }
  | { readonly state: "open"; readonly until: number; readonly openings: number }
  | {
      readonly state: "half-open";
      readonly probeUntil: number;
      readonly successes: number;
      readonly openings: number;
    };

/** When a failed attempt is tried again. Plain data: it can be stored with an endpoint. */
export interface RetryPolicy {
  /** The shortest delay before retry 1, 2, 3 …, in milliseconds. The list's length is the number of retries. */
  readonly delaysMilliseconds: readonly number[];
  /** The largest part of a delay that is added to it at random: 0.1 adds 0 to 10 %. */
  readonly jitter: number;
  /** A `Retry-After` beyond this many milliseconds counts as this many. */
  readonly maxRetryAfterMilliseconds: number;
}

/**
 * A way to sign requests, each with headers of its own: `service` is `x-service-signature`, `standard` is the three headers of
 * Standard Webhooks.
 */
export type SignatureFamily = "service" | "standard";

/**
 * How a request shows who sends it, in its `Authorization` header.
 *
 * - `basic`: user name and password (RFC 7617)
 * - `oauth2`: a bearer token that an authorization server gives for client credentials (RFC 6749, section 4.4). It is kept until it
 *   ends, and renewed once when the endpoint responds with 401
 */
export type EndpointAuthentication =
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "oauth2";
      /** Called under the same guard as endpoints. */
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string | undefined;
      readonly audience?: string | undefined;
    };

/** What a sender shows of itself in the TLS handshake, and whom it trusts there. In PEM. */
export interface ClientCertificate {
  /** With the certificates between it and the root, if any. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Certificates that the endpoint's own may come from. The system's when absent. */
  readonly authorities?: string | undefined;
}

/** How the deliveries of an endpoint are sent, where it differs from what the sender and the worker do for all. */
export interface EndpointOptions {
  /** For a whole attempt with its token, in milliseconds. One that is made again with a new token has it again. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * A delivery that was enqueued longer ago fails as `expired` instead of being sent, in milliseconds. One that was resent by
   * hand or by a recovery has no such limit.
   */
  readonly maxAgeMilliseconds?: number | undefined;
  /** Added to each request. Their values are encrypted at rest and left out of the attempt log. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  /** For endpoints that ask for one (mTLS). */
  readonly clientCertificate?: ClientCertificate | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  /** Both when absent. */
  readonly signatures?: readonly SignatureFamily[] | undefined;
}

/** A value that a field of an event can be compared with. */
export type FieldValue = string | number | boolean | null;

/** A condition on one field of an event's body. Exactly one of `equals`, `oneOf` and `exists` is given. */
export interface FieldCondition {
  /** Where it is: names of fields from the outermost inwards, and indexes of lists as texts. 1 to 10. */
  readonly field: readonly string[];
  /** It is there and has this value. */
  readonly equals?: FieldValue | undefined;
  /** It is there and has one of these values. 1 to 100. */
  readonly oneOf?: readonly FieldValue[] | undefined;
  /** It is there, or is not. */
  readonly exists?: boolean | undefined;
}

/** What whoever creates an endpoint says about it. */
export interface EndpointInput {
  /** At most 200 characters. Generated when absent. */
  readonly id?: string;
  /** Whose endpoint it is, to list endpoints by. Empty when absent. */
  readonly tenant?: string;
  /** Absent for a polling endpoint, and for no other. */
  readonly url?: string | undefined;
  /**
   * Its consumer polls its deliveries, instead of having them sent to a URL. That stays so. Limits, retries, timeouts and
   * authentication are of no use to it, and refused.
   */
  readonly polling?: boolean | undefined;
  /** The event types it subscribes to: `publish` finds it by them, `enqueue` names its endpoints itself. */
  readonly eventTypes: readonly string[];
  /** Of the events of these types, `publish` sends those whose bodies meet all of these conditions. At most 20. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /** `publish` sends only events of one of these channels, where there are some. At most 100. */
  readonly channels?: readonly string[] | undefined;
  /**
   * Signing secrets, newest first; two during a rotation. A `whsk_` private key signs Standard Webhooks' way with Ed25519 (`v1a`), so
   * that the receiver holds nothing that could sign.
   */
  readonly secrets: readonly string[];
  /** What holds it from the start, beside the holds of its tenant. */
  readonly holds?: readonly string[] | undefined;
  /** Distinguishes what `send` has to do with a delivery. Opaque to the engine; `webhook` when absent. */
  readonly kind?: string;
  /** Opaque to the engine, handed to `send`. */
  readonly metadata?: { readonly [key: string]: JsonValue };
  /** Requests in flight at once, over all workers together. Absent: only the workers' own limit counts. */
  readonly maxConcurrency?: number | undefined;
  /** Attempts over time, over all workers together. */
  readonly rateLimit?: RateLimit | undefined;
  readonly options?: EndpointOptions | undefined;
}

/** What can be changed of an endpoint. `null` takes a filter, a limit, or all options, away. */
export interface EndpointChange {
  readonly url?: string;
  readonly eventTypes?: readonly string[];
  readonly filter?: readonly FieldCondition[] | null | undefined;
  readonly channels?: readonly string[] | null | undefined;
  readonly secrets?: readonly string[];
  readonly metadata?: { readonly [key: string]: JsonValue };
  readonly maxConcurrency?: number | null | undefined;
  readonly rateLimit?: RateLimit | null | undefined;
  /** Replaces all options. */
  readonly options?: EndpointOptions | null | undefined;
}

/**
 * What to change, or a function that decides on it from the endpoint as it is then. Nobody else changes the endpoint between
 * the two; what the function throws leaves it as it was.
 */
export type EndpointUpdate = EndpointChange | ((endpoint: Endpoint) => EndpointChange);

/** A URL with its event types and signing secrets. Times are milliseconds since the epoch. */
export interface Endpoint {
  readonly id: string;
  readonly tenant: string;
  /** Empty for a polling endpoint. */
  readonly url: string;
  /** Absent for an endpoint that is sent its deliveries. */
  readonly polling?: true | undefined;
  readonly eventTypes: readonly string[];
  readonly filter?: readonly FieldCondition[] | undefined;
  readonly channels?: readonly string[] | undefined;
  /** In clear text: leave them out of whatever leaves the process. */
  readonly secrets: readonly string[];
  readonly kind: string;
  readonly metadata: { readonly [key: string]: JsonValue };
  readonly maxConcurrency?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Its headers are in clear text: leave them out of whatever leaves the process. */
  readonly options?: EndpointOptions | undefined;
  readonly status: EndpointStatus;
  /** Why its deliveries are kept back, in alphabetical order. They are sent only while this is empty. */
  readonly holds: readonly string[];
  readonly disabledReason?: DisabledReason | undefined;
  readonly circuit: Circuit;
  /** The first of an unbroken row of failures; absent after a success. */
  readonly failingSince?: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a hold keeps back: one endpoint, or all that a tenant has and will have. */
export type HoldTarget = { readonly endpointId: string } | { readonly tenant: string };

/** Which endpoints to list. All parts must hold. */
export interface EndpointQuery {
  readonly tenant?: string | undefined;
  /** Only endpoints of these tenants. */
  readonly tenants?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly status?: EndpointStatus | undefined;
  /** Only endpoints that subscribe to this event type. */
  readonly eventType?: string | undefined;
  readonly cursor?: string | undefined;
  /** 1 to 1,000; 100 when absent. */
  readonly limit?: number | undefined;
}

/** That the engine disabled an endpoint by itself. Kept until it is acknowledged. */
export interface DisabledNotice {
  readonly id: string;
  readonly endpointId: string;
  readonly reason: DisabledReason;
  /** Milliseconds since the epoch. */
  readonly disabledAt: number;
  /** When the unbroken row of failures began that led to it, whatever the reason. Milliseconds since the epoch. */
  readonly failingSince?: number | undefined;
}

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
  /** How many attempts took how long, as `latencyPercentile` takes it. */
  readonly latencies: readonly number[];
}

/** How an endpoint is doing. */
export interface EndpointStatistics {
  readonly endpointId: string;
  /** Scheduled and waiting deliveries, counted up to 10,000. */
  readonly pending: number;
  readonly sending: number;
  /** When the oldest delivery that is due was enqueued, in milliseconds since the epoch. */
  readonly oldestDueAt?: number | undefined;
  /** Oldest first; hours in which nothing happened are left out. */
  readonly hours: readonly EndpointHour[];
}
