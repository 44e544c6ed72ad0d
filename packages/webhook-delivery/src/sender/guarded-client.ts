import {
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { ClientCertificate } from "../model/endpoint.ts";
import { checkNumber, maxTimerMilliseconds } from "../policy/check-number.ts";
import { connectionHeaders } from "../policy/endpoint-options.ts";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";
import { toAttemptResult } from "./attempt-result.ts";
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

/** Which addresses a guarded client may reach, and how long and how much it reads. */
export interface GuardedClientOptions extends AddressGuardOptions, EgressOptions {
  /** For a whole request: name resolution, connection, request, response headers and body. Default: 10,000. */
  readonly timeoutMilliseconds?: number | undefined;
  /** How much of a response's body is read, and how much of it is kept after decompression. Default: 65,536. */
  readonly maxResponseBytes?: number | undefined;
  /** Resolves host names. Default: the operating system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** The `user-agent` header of every request. Default: `Plugboard-Webhooks`. */
  readonly userAgent?: string | undefined;
}

/** A request without a body. */
export interface GetRequest {
  readonly url: string;
  /**
   * Values that are not known to be harmless are left out of the attempt log. A function makes them when the request starts
   * (milliseconds since 1970), which signatures need; what it throws, the request rejects with.
   */
  readonly headers?: RequestHeaders | ((startedAt: number) => Promise<RequestHeaders>) | undefined;
  /** For servers that ask for one in the TLS handshake. */
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** A {@link GetRequest} with a body. */
export interface PostRequest extends GetRequest {
  readonly body: string | Uint8Array;
}

/** What applies to one request alone. */
export interface GuardedRequestOptions {
  /** Ends the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  readonly timeoutMilliseconds?: number | undefined;
  /** In place of the client's own. */
  readonly maxResponseBytes?: number | undefined;
}

/** A response with what an attempt log leaves out of it. */
export interface GuardedResponse {
  readonly status: number;
  /** All of them, cookies included. */
  readonly headers: ResponseHeaders;
  /** The body, decompressed. */
  readonly body: Uint8Array;
  /** False when bytes of the body are missing: it passed the limit, broke off, or did not decompress. */
  readonly isComplete: boolean;
}

/** What a request led to, and its response when one arrived. */
export interface GuardedExchange {
  readonly result: AttemptResult;
  readonly response?: GuardedResponse | undefined;
}

/** Makes requests to URLs that strangers have named. Whatever goes wrong with a request is in its result. */
export interface GuardedClient {
  get(request: GetRequest, options?: GuardedRequestOptions): Promise<GuardedExchange>;
  post(request: PostRequest, options?: GuardedRequestOptions): Promise<GuardedExchange>;
  /** Ends requests in flight with `aborted`, and closes all connections. Nothing can be sent afterwards. */
  close(): Promise<void>;
}

/**
 * Creates an HTTP client for URLs that strangers have named. It connects to public addresses only, follows no redirect, and
 * bounds the time and the size of each exchange. It keeps connections: create one for a process.
 *
 * @throws {DeliveryError} `invalid_option`
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
      const span = startAttemptSpan(method, target);
      addTraceparent(headers, span);
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
      // Awaited only where there is something to decode: most responses are not compressed.
      const response = isEncoded(raw) ? await decodeResponse(raw, limits.maxResponseBytes) : raw;
      const total = performance.now() - start;
      const result = toAttemptResult({ startedAt, total, headers, exchange, response, endedAt: now() });
      endAttemptSpan(span, result);
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
/** Sockets count against the process's limit of open files, which Node.js raises to what the system allows: 4,096 at least. */
const maxIdleConnections = 2_048;

/**
 * The headers of a request, their names in lower case.
 *
 * @throws {AttemptError} `invalid_request` for a header that belongs to the connection
 */
function composeHeaders(userAgent: string, added: RequestHeaders): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const name of Object.keys(added)) {
    const lowerCase = name.toLowerCase();
    if (connectionHeaders.has(lowerCase)) {
      throw new AttemptError(
        "invalid_request",
        `The header "${lowerCase}" is set by the connection. Leave it out of the added headers.`,
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

/** The tracer of this package. Without an OpenTelemetry SDK in the process its spans cost next to nothing. */
const tracer: Tracer = trace.getTracer("@plugboard/webhook-delivery");

// By OpenTelemetry's semantic conventions for HTTP client spans. The path and query stay out, because webhook URLs often hold a
// token.
function startAttemptSpan(method: string, { protocol, hostname, port }: TargetUrl): Span {
  return tracer.startSpan(method, {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": method,
      "url.scheme": protocol.slice(0, -1),
      "server.address": hostname,
      "server.port": port,
    },
  });
}

// Only the trace's name: strangers must not see a program's baggage.
function addTraceparent(headers: Record<string, string>, span: Span): void {
  if (!isSpanContextValid(span.spanContext())) return;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  if (carrier.traceparent !== undefined) headers["traceparent"] = carrier.traceparent;
}

function endAttemptSpan(span: Span, { status, errorCode, errorMessage }: AttemptResult): void {
  if (status !== undefined) span.setAttribute("http.response.status_code", status);
  const isFailure = errorCode !== undefined || (status !== undefined && status >= 400);
  if (isFailure) {
    span.setAttribute("error.type", errorCode ?? String(status));
    const failure = { code: SpanStatusCode.ERROR };
    span.setStatus(errorMessage === undefined ? failure : { ...failure, message: errorMessage });
  }
  span.end();
}
