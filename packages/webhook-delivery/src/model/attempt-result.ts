/**
 * Why an attempt ended without a complete, acceptable exchange. An attempt that got a full response has a status and no
 * error code, whatever the status.
 *
 * - `invalid_url`: not an absolute http or https URL, or one with a user name or password in it
 * - `insecure_url`: plain http to a host that is not in an allowed network
 * - `blocked_address`: the host is, or resolves to, an address that is not on the public internet
 * - `invalid_request`: a header or the body cannot be sent (line breaks in a header, a reserved header name)
 * - `dns_failed`: the host name does not resolve
 * - `connection_refused`: nothing listens at the address
 * - `connection_failed`: no connection for another reason (unreachable, reset while connecting)
 * - `tls_failed`: no TLS session (certificate, protocol version, not a TLS server)
 * - `timeout`: the request timed out; the message names the phase
 * - `connection_reset`: the connection ended before the response was complete
 * - `invalid_response`: what came back is not valid HTTP
 * - `headers_too_large`: the response headers pass the limit
 * - `aborted`: the caller's signal ended the attempt, or the sender was closed
 * - `authentication_failed`: the authorization server of the endpoint gave no token
 * - `transformation_failed`: what was to make the payload did not; nothing was sent
 * - `send_failed`: the worker's `send` threw instead of returning a result
 * - `expired`: the delivery was too old; nothing was sent, and it is no attempt
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
 * How long each phase of an attempt took, in milliseconds. `dns`, `connect` and `tls` are present when the attempt opened
 * a connection of its own, and absent when it used one that was kept alive.
 */
export interface AttemptTimings {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  /** From the request being written to the response's headers. */
  readonly firstByte?: number;
  /** From the start of the attempt to its end, all phases and waiting included. */
  readonly total: number;
}

/** What one HTTP request of a delivery led to. Plain data, ready for an attempt log: it holds no secret and no signature. */
export interface AttemptResult {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The response's status; absent when no response arrived. Present together with an error code when the body broke off. */
  readonly status?: number;
  readonly errorCode?: AttemptErrorCode;
  /** For people: what went wrong and where. Present exactly when `errorCode` is. */
  readonly errorMessage?: string;
  /** The response's `Retry-After`, in milliseconds from its arrival, not yet capped. Never negative. */
  readonly retryAfterMilliseconds?: number;
  /** Names in lower case. Values of signature headers and of headers the caller added read `[redacted]`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Names in lower case; several values are joined with a comma. Values of `set-cookie` read `[redacted]`. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The start of the decompressed response body as text; absent when the body is empty. Free of NUL characters. */
  readonly responseExcerpt?: string;
  /** What made the payload that was sent of the delivery's own, where a `send` has that done. */
  readonly transformedBy?: string;
  readonly timings: AttemptTimings;
}
