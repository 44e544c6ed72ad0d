/** A JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * - `active`: its deliveries are sent unless it has a hold
 * - `disabled`: its deliveries are kept as failed and can be recovered after it is enabled
 */
export type EndpointStatus = "active" | "disabled";

/**
 * The reason an endpoint was disabled: it responded with 410, or it failed for too long without a success.
 */
export type DisabledReason = "gone" | "failing";

/** The rate limit of an endpoint. Plain data. */
export interface RateLimit {
  /** Average attempts per second. Can be a fraction. */
  readonly perSecond: number;
  /** The number of attempts that can start at once after a pause. At least 1. */
  readonly burst: number;
}

/**
 * The state of an endpoint's circuit. Plain data that survives JSON. Times are Unix times (ms).
 *
 * - `closed`: attempts pass
 * - `open`: attempts wait until `until`
 * - `half-open`: one attempt, the probe, is in flight; another can start once `probeUntil` has passed
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

/** The schedule of retries. Plain data that can be stored with an endpoint. */
export interface RetryPolicy {
  /** The minimum delays before retries 1, 2, 3 … (ms). The number of delays is the number of retries. */
  readonly delaysMilliseconds: readonly number[];
  /** The maximum random addition, as a fraction of the delay: 0.1 adds 0 to 10%. */
  readonly jitter: number;
  /** The limit of `Retry-After` (ms). Longer values are shortened to it. */
  readonly maxRetryAfterMilliseconds: number;
}

/**
 * A signature scheme with its own headers: `service` is `x-service-signature`, `standard` is the three
 * headers of Standard Webhooks.
 */
export type SignatureFamily = "service" | "standard";

/**
 * Authenticates requests with the `Authorization` header.
 *
 * - `basic`: user name and password (RFC 7617)
 * - `oauth2`: a bearer token from the client credentials grant (RFC 6749, section 4.4). It is cached until it
 *   expires and renewed once if the endpoint responds with 401
 */
export type EndpointAuthentication =
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "oauth2";
      /** Requested through the same guard as endpoints. */
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string | undefined;
      readonly audience?: string | undefined;
    };

/** A client certificate and the trusted authorities for the TLS handshake, in PEM. */
export interface ClientCertificate {
  /** The certificate, followed by any intermediate certificates. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Trusted certificate authorities for the endpoint's certificate. Defaults to the system's. */
  readonly authorities?: string | undefined;
}

/** A destination other than HTTP requests. The endpoint's `url` is its address, such as `amqps://broker.example`. */
export interface EndpointDestination {
  /** The `type` of one of the sender's destinations, such as `rabbitmq`. */
  readonly type: string;
  /** Public settings, such as an exchange. */
  readonly settings: { readonly [name: string]: string };
  /** Credentials, such as a password. Encrypted at rest and never logged. */
  readonly secrets: { readonly [name: string]: string };
}

/**
 * The meaning of an endpoint's responses.
 *
 * - `webhook`: 410 disables the endpoint
 * - `subscription`: as in MCP events (SEP-3415). 410 and 413 drop only the delivery; all other statuses except 2xx are
 *   retried. 410, 413, and 425 and 503 to the first attempts say nothing about the endpoint
 */
export type ResponsePolicy = "webhook" | "subscription";

/** Options for sending an endpoint's deliveries. They override those of the sender and the worker. */
export interface EndpointOptions {
  /**
   * Timeout of a whole attempt, including the token request (ms). An attempt repeated with a new token gets
   * the full timeout again.
   */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * The maximum age of a delivery (ms). Older ones fail as `expired` without being sent. Deliveries resent by
   * a user or a recovery have no limit.
   */
  readonly maxAgeMilliseconds?: number | undefined;
  /** Custom request headers. Their values are encrypted at rest and omitted from the attempt log. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Not for endpoints with a destination, which has its own secrets. */
  readonly authentication?: EndpointAuthentication | undefined;
  /** For endpoints that require mTLS. */
  readonly clientCertificate?: ClientCertificate | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  /** Defaults to `webhook`. */
  readonly responsePolicy?: ResponsePolicy | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly SignatureFamily[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`, `acme-signature`
   * and `x-acme-signature`. Defaults to `webhook-…` and `x-service-signature`.
   */
  readonly headerPrefix?: string | undefined;
  /** Publishes to a queue or another system. Defaults to HTTP requests. */
  readonly destination?: EndpointDestination | undefined;
}

/** A value to compare a field with. */
export type FieldValue = string | number | boolean | null;

/** A condition on a field of an event's body. Set exactly one of `equals`, `oneOf` and `exists`. */
export interface FieldCondition {
  /** The path of the field: names from the outermost inward, with list indexes as strings. 1 to 10 items. */
  readonly field: readonly string[];
  /** The field exists and has this value. */
  readonly equals?: FieldValue | undefined;
  /** The field exists and has one of these values. 1 to 100 items. */
  readonly oneOf?: readonly FieldValue[] | undefined;
  /** Whether the field must exist. */
  readonly exists?: boolean | undefined;
}

/** Input for creating an endpoint. */
export interface EndpointInput {
  /** At most 200 characters. Generated by default. */
  readonly id?: string;
  /** The endpoint's owner, used to list endpoints. Defaults to the empty string. */
  readonly tenant?: string;
  /**
   * Groups take turns, so the backlog of one doesn't delay the others. Set it if several tenants belong
   * together, such as the customers of one account. Defaults to the tenant; it can't be changed later.
   */
  readonly fairnessGroup?: string;
  /** Required, except for polling endpoints, which have none. */
  readonly url?: string | undefined;
  /**
   * Creates a polling endpoint: its consumer fetches the deliveries. This can't be changed later. Limits,
   * retries, timeouts and authentication don't apply and are rejected.
   */
  readonly polling?: boolean | undefined;
  /**
   * The subscribed event types; `invoice.*` subscribes to all types that begin with `invoice.`. `publish` finds
   * endpoints by type; `enqueue` lists them explicitly.
   */
  readonly eventTypes: readonly string[];
  /** `publish` sends only events whose body meets all these conditions. At most 20. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /** If not empty, `publish` sends only events of these channels. At most 100. */
  readonly channels?: readonly string[] | undefined;
  /**
   * Signing secrets, newest first; two during a rotation. A `whsk_` private key signs with Ed25519 as in
   * Standard Webhooks (`v1a`), so the receiver's key can't sign.
   */
  readonly secrets: readonly string[];
  /** Initial holds, in addition to those of the tenant. */
  readonly holds?: readonly string[] | undefined;
  /** Tells `send` how to handle deliveries. Not interpreted by the engine. Defaults to `webhook`. */
  readonly kind?: string;
  /** Passed to `send`. Not interpreted by the engine. */
  readonly metadata?: { readonly [key: string]: JsonValue };
  /** Maximum requests in flight across all workers. Defaults to the limit of each worker. */
  readonly maxConcurrency?: number | undefined;
  /** Rate limit across all workers. */
  readonly rateLimit?: RateLimit | undefined;
  readonly options?: EndpointOptions | undefined;
}

/** Changes to an endpoint. `null` removes a filter, a limit, or all options. */
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
 * The changes, or a function that computes them from the current endpoint. No other update runs in between.
 * If the function throws, the endpoint stays unchanged.
 */
export type EndpointUpdate = EndpointChange | ((endpoint: Endpoint) => EndpointChange);

/** A URL with its event types and signing secrets. Times are Unix times (ms). */
export interface Endpoint {
  readonly id: string;
  readonly tenant: string;
  readonly fairnessGroup: string;
  /** Empty for polling endpoints. */
  readonly url: string;
  /** `true` for polling endpoints. */
  readonly polling?: true | undefined;
  readonly eventTypes: readonly string[];
  readonly filter?: readonly FieldCondition[] | undefined;
  readonly channels?: readonly string[] | undefined;
  /** Plain-text secrets: don't expose them outside the process. */
  readonly secrets: readonly string[];
  readonly kind: string;
  readonly metadata: { readonly [key: string]: JsonValue };
  readonly maxConcurrency?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Headers are in plain text: don't expose them outside the process. */
  readonly options?: EndpointOptions | undefined;
  readonly status: EndpointStatus;
  /** The reasons deliveries are paused, in alphabetical order. Deliveries are sent only if this is empty. */
  readonly holds: readonly string[];
  readonly disabledReason?: DisabledReason | undefined;
  readonly circuit: Circuit;
  /** The first failure since the last success; `undefined` after a success. */
  readonly failingSince?: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The target of a hold: one endpoint, or all current and future endpoints of a tenant. */
export type HoldTarget = { readonly endpointId: string } | { readonly tenant: string };

/** Selects endpoints to list. All conditions must match. */
export interface EndpointQuery {
  readonly tenant?: string | undefined;
  /** Only endpoints of these tenants. */
  readonly tenants?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly status?: EndpointStatus | undefined;
  /** Only endpoints that subscribe to this event type. */
  readonly eventType?: string | undefined;
  readonly cursor?: string | undefined;
  /** 1 to 1,000. Defaults to 100. */
  readonly limit?: number | undefined;
}

/** Reports that the engine disabled an endpoint. Kept until acknowledged. */
export interface DisabledNotice {
  readonly id: string;
  readonly endpointId: string;
  readonly reason: DisabledReason;
  /** Unix time (ms). */
  readonly disabledAt: number;
  /** The first failure since the last success (Unix time, ms), whatever the reason for disabling. */
  readonly failingSince?: number | undefined;
}

/** An endpoint's statistics for one hour. */
export interface EndpointHour {
  /** The start of the hour (Unix time, ms). */
  readonly hour: number;
  readonly delivered: number;
  /** Deliveries that failed permanently. */
  readonly failed: number;
  /** All attempts. Each delivered delivery has one successful attempt; the others failed. */
  readonly attempts: number;
  /** The total duration of all attempts (ms). */
  readonly attemptMilliseconds: number;
  /** Attempt counts by duration, as input for `latencyPercentile`. */
  readonly latencies: readonly number[];
}

/** An endpoint's statistics, all of one moment. */
export interface EndpointStatistics {
  readonly endpointId: string;
  /** The first failure since the last success (Unix time, ms). */
  readonly failingSince?: number | undefined;
  /** Scheduled and waiting deliveries, counted up to 10,000. */
  readonly pending: number;
  readonly sending: number;
  /** The time the oldest due delivery was enqueued (Unix time, ms). */
  readonly oldestDueAt?: number | undefined;
  /** Oldest first, without hours that had no activity. */
  readonly hours: readonly EndpointHour[];
}
