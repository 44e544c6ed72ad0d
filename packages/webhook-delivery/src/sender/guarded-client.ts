import { type Attributes, SpanKind } from "@opentelemetry/api";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { ClientCertificate } from "../model/endpoint.ts";
import { checkNumber, maxTimerMilliseconds } from "../policy/check-number.ts";
import { connectionHeaders } from "../policy/endpoint-options.ts";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";
import { toAttemptResult } from "./attempt-result.ts";
import { endAttemptSpan, startAttemptSpan, traceparentOf } from "./attempt-span.ts";
import {
  type Exchange,
  failedExchange,
  performExchange,
  type RequestHeaders,
  type ResponseHeaders,
} from "./exchange.ts";
import { createGuardedOpener, type EgressOptions, type Lookup } from "./guarded-connection.ts";
import { createOriginPools } from "./origin-pools.ts";
import { decodeBody } from "./response-body.ts";
import { rememberTargets, type TargetUrl } from "./target-url.ts";

/** Options for `createGuardedClient`: allowed addresses, timeout and limits. */
export interface GuardedClientOptions extends AddressGuardOptions, EgressOptions {
  /** Timeout of a whole request: DNS, connection, request, headers and body (ms). Defaults to 10,000. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Limit of the response body in bytes, as received and after decompression. Defaults to 65,536. */
  readonly maxResponseBytes?: number | undefined;
  /** Resolves hostnames. Defaults to the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** The clock (Unix time, ms). Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** The `user-agent` header. Defaults to `Plugboard-Webhooks`. */
  readonly userAgent?: string | undefined;
}

/** A request without a body. */
export interface GetRequest {
  readonly url: string;
  /**
   * Headers, or a function that creates them when the request starts (Unix time, ms), for signatures. If it
   * throws, the request rejects with that error. Values that aren't known to be harmless are omitted from the
   * attempt log.
   */
  readonly headers?: RequestHeaders | ((startedAt: number) => Promise<RequestHeaders>) | undefined;
  /** For servers that require mTLS. */
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** A {@link GetRequest} with a body. */
export interface PostRequest extends GetRequest {
  readonly body: string | Uint8Array;
}

/** Options for a single request. */
export interface GuardedRequestOptions {
  /** Aborts the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's timeout (ms). */
  readonly timeoutMilliseconds?: number | undefined;
  /** Overrides the client's limit. */
  readonly maxResponseBytes?: number | undefined;
}

/** A response, including the parts an attempt log omits. */
export interface GuardedResponse {
  readonly status: number;
  /** All headers, including cookies. */
  readonly headers: ResponseHeaders;
  /** The body, decompressed. */
  readonly body: Uint8Array;
  /** False if the body exceeded the limit, was cut off, or failed to decompress. */
  readonly isComplete: boolean;
}

/** The result of a request, and its response if one arrived. */
export interface GuardedExchange {
  readonly result: AttemptResult;
  readonly response?: GuardedResponse | undefined;
}

/** Makes requests to untrusted URLs. Request errors are in the result, not thrown. */
export interface GuardedClient {
  get(request: GetRequest, options?: GuardedRequestOptions): Promise<GuardedExchange>;
  post(request: PostRequest, options?: GuardedRequestOptions): Promise<GuardedExchange>;
  /** Aborts requests in flight (`aborted`) and closes all connections. The client can't be used afterward. */
  close(): Promise<void>;
}

/**
 * Creates an HTTP client for untrusted URLs. It connects to public addresses only, follows no redirects, and
 * limits the duration and size of each exchange. It pools connections: create one per process.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { createGuardedClient } from "@plugboard/webhook-delivery";
 *
 * const client = createGuardedClient({ timeoutMilliseconds: 5_000 });
 * const { result, response } = await client.get({ url: "https://example.com/options.json" });
 * if (response?.status === 200 && response.isComplete) console.log(Buffer.from(response.body).toString());
 * else console.log(result.status ?? result.errorCode);
 * await client.close();
 */
export function createGuardedClient(options: GuardedClientOptions = {}): GuardedClient {
  const { now = Date.now, userAgent = "Plugboard-Webhooks", lookup } = options;
  const { timeoutMilliseconds = 10_000, maxResponseBytes = 65_536 } = options;
  checkLimits({ timeoutMilliseconds, maxResponseBytes });
  const pools = createOriginPools({
    openConnection: createGuardedOpener(createAddressGuard(options), lookup, options),
    maxIdleConnections,
  });
  const targetOf = rememberTargets(maxRememberedTargets);

  async function request(
    { url, body, headers: added = {}, clientCertificate }: GetRequest & Partial<PostRequest>,
    own: GuardedRequestOptions = {},
  ): Promise<GuardedExchange> {
    const { signal } = own;
    const limits = {
      timeoutMilliseconds: own.timeoutMilliseconds ?? timeoutMilliseconds,
      maxResponseBytes: own.maxResponseBytes ?? maxResponseBytes,
    };
    checkLimits(limits);
    const startedAt = now();
    const start = performance.now();
    let headers: Record<string, string> = {};
    try {
      const target = targetOf(url);
      const made = typeof added === "function" ? await added(startedAt) : added;
      headers = composeHeaders(userAgent, made);
      const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? null);
      const method = bytes === null ? "GET" : "POST";
      const span = startAttemptSpan(method, SpanKind.CLIENT, httpAttributes(method, target));
      Object.assign(headers, traceparentOf(span));
      const exchange = await performExchange(pools, {
        method,
        target,
        headers,
        body: bytes,
        certificate: clientCertificate,
        signal,
        spentMilliseconds: performance.now() - start,
        ...limits,
      });
      const raw = toRawResponse(exchange);
      // Awaited only if compressed, because most responses aren't.
      const response = isEncoded(raw) ? await decodeResponse(raw, limits.maxResponseBytes) : raw;
      const total = performance.now() - start;
      const result = toAttemptResult({ startedAt, total, headers, exchange, response, endedAt: now() });
      if (result.status !== undefined) span.setAttribute("http.response.status_code", result.status);
      endAttemptSpan(span, result, 400);
      return { result, response };
    } catch (error) {
      if (!(error instanceof AttemptError)) throw error;
      const total = performance.now() - start;
      const exchange = failedExchange(error);
      return { result: toAttemptResult({ startedAt, total, headers, exchange, endedAt: now() }) };
    }
  }

  return { get: request, post: request, close: () => pools.destroy() };
}

function checkLimits(limits: Readonly<Record<"timeoutMilliseconds" | "maxResponseBytes", number>>): void {
  checkNumber("timeoutMilliseconds", limits.timeoutMilliseconds, { min: 1, max: maxTimerMilliseconds });
  checkNumber("maxResponseBytes", limits.maxResponseBytes, { min: 0, isWhole: true });
}

const maxRememberedTargets = 1_000;
/**
 * Sockets count against the limit of open files, which Node.js raises to the system's maximum: at least
 * 4,096.
 */
const maxIdleConnections = 2_048;

/**
 * Returns the headers of a request, with lowercase names.
 *
 * @throws {AttemptError} `invalid_request` for a connection header
 */
function composeHeaders(userAgent: string, added: RequestHeaders): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const name of Object.keys(added)) {
    const lowerCase = name.toLowerCase();
    if (connectionHeaders.has(lowerCase)) {
      throw new AttemptError(
        "invalid_request",
        `The header "${lowerCase}" is set by the connection. Remove it from your headers.`,
      );
    }
    headers[lowerCase] = added[name] ?? "";
  }
  return headers;
}

function toRawResponse({
  status,
  headers,
  chunks,
  isTruncated,
  error,
}: Exchange): GuardedResponse | undefined {
  if (status === undefined) return undefined;
  const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  return { status, headers, body, isComplete: !isTruncated && error === undefined };
}

function isEncoded(response: GuardedResponse | undefined): response is GuardedResponse {
  return response?.headers["content-encoding"] !== undefined;
}

async function decodeResponse(response: GuardedResponse, maxBytes: number): Promise<GuardedResponse> {
  const { headers, body, isComplete } = response;
  const decoded = await decodeBody(
    { bytes: body, isComplete },
    String(headers["content-encoding"]),
    maxBytes,
  );
  return { ...response, body: decoded.bytes, isComplete: decoded.isComplete };
}

// Follows OpenTelemetry's semantic conventions for HTTP client spans, without path and query: webhook URLs
// often contain a token.
function httpAttributes(method: string, { protocol, hostname, port }: TargetUrl): Attributes {
  return {
    "http.request.method": method,
    "url.scheme": protocol.slice(0, -1),
    "server.address": hostname,
    "server.port": port,
  };
}
