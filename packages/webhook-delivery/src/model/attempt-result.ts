/**
 * The reason an attempt failed. An attempt with a complete response has a status and no error code, whatever
 * the status.
 *
 * - `invalid_url`: not an absolute http or https URL, or the URL contains credentials
 * - `insecure_url`: plain HTTP or AMQP to a host outside the allowed networks
 * - `blocked_address`: the host is, or resolves to, an address that isn't public
 * - `invalid_request`: a header or the body can't be sent (line breaks in a header, a reserved header name)
 * - `dns_failed`: the hostname doesn't resolve
 * - `connection_refused`: no server listens at the address
 * - `connection_failed`: connecting failed for another reason (unreachable, reset while connecting)
 * - `tls_failed`: the TLS handshake failed (certificate, protocol version, not a TLS server)
 * - `timeout`: the request timed out; the message names the phase
 * - `connection_reset`: the connection closed before the response was complete
 * - `invalid_response`: the response isn't valid HTTP
 * - `headers_too_large`: the response headers exceed the limit
 * - `aborted`: the caller's signal was aborted, or the sender was closed
 * - `authentication_failed`: the endpoint's authorization server issued no token
 * - `transformation_failed`: the payload could not be created; no request was sent
 * - `send_failed`: the worker's `send` threw instead of returning a result
 * - `expired`: the delivery was too old; no request was sent, and it doesn't count as an attempt
 */
export type AttemptErrorCode =
  | "invalid_url"
  | "insecure_url"
  | "blocked_address"
  | "invalid_request"
  | "dns_failed"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "timeout"
  | "connection_reset"
  | "invalid_response"
  | "headers_too_large"
  | "aborted"
  | "authentication_failed"
  | "transformation_failed"
  | "send_failed"
  | "expired";

/**
 * The duration of each phase of an attempt (ms). `dns`, `connect` and `tls` are only set if the attempt
 * opened a connection.
 */
export interface AttemptTimings {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  /** Time from sending the request to receiving the response headers. */
  readonly firstByte?: number;
  /** Total duration, waiting included. */
  readonly total: number;
}

/** The result of one HTTP request or published message. Plain data for an attempt log, without secrets or signatures. */
export interface AttemptResult {
  /** Unix time (ms). */
  readonly startedAt: number;
  /**
   * The response status; `undefined` without a response. Set together with an error code if the body was cut
   * off. For a destination, the status of its reply.
   */
  readonly status?: number;
  readonly errorCode?: AttemptErrorCode;
  /** A message that explains the error. Set if and only if `errorCode` is. */
  readonly errorMessage?: string;
  /**
   * The response's `Retry-After`, in milliseconds from its arrival, before the policy's limit. Never
   * negative.
   */
  readonly retryAfterMilliseconds?: number;
  /** Header names are lowercase. Values of signature headers and custom headers are `[redacted]`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /**
   * Header names are lowercase; multiple values are joined with a comma. Values of `set-cookie` are
   * `[redacted]`.
   */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /**
   * The start of the decompressed response body as text, without NUL characters; `undefined` if the body is
   * empty.
   */
  readonly responseExcerpt?: string;
  /** The transformation that created the payload, if `send` transformed the delivery. */
  readonly transformedBy?: string;
  readonly timings: AttemptTimings;
}
