import { chmod, chown } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { Transform, type Readable } from "node:stream";
import { fullBucket, takeTokens } from "../policy/token-bucket.ts";

/** An outgoing request. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Readable | null;
  readonly signal: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Readable;
}

/** A request rejected by the guard, or one that failed. */
export class EgressRefusal extends Error {
  override readonly name = "EgressRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// A script can choose any number of hosts.
const maxBlockedHosts = 20;

/** See `ScriptLimits`. */
export interface EgressLimits {
  readonly maxEgressConcurrency: number;
  readonly egressRequestsPerSecond: number;
  readonly maxEgressConnections: number;
  readonly maxEgressBytes: number;
  readonly egressTimeoutMilliseconds: number;
}

export interface EgressServer {
  readonly close: () => void;
}

/**
 * Serves a sandbox's only network access, a proxy on a Unix socket. Every request arrives in absolute form, even
 * for `https:`, and a redirect arrives as a new request. There are no tunnels, so every request is checked.
 */
export async function serveEgress({
  socketPath,
  owner,
  outbound,
  limits,
  onBlocked,
}: {
  readonly socketPath: string;
  /** The user of the connecting sandbox, if it isn't the runner's own. */
  readonly owner: number | undefined;
  readonly outbound: (request: OutboundRequest) => Promise<OutboundResponse>;
  readonly limits: EgressLimits;
  /** Called with the reason for each host whose requests aren't allowed, once and for at most 20 hosts. */
  readonly onBlocked: (message: string) => void;
}): Promise<EgressServer> {
  const size = { perSecond: limits.egressRequestsPerSecond, burst: limits.egressRequestsPerSecond };
  let bucket = fullBucket(size, performance.now());
  let running = 0;
  const waiting: (() => void)[] = [];
  const blocked = new Set<string>();

  function noteBlocked(request: IncomingMessage, { status, message }: EgressRefusal): void {
    const host = URL.parse(request.url ?? "")?.host ?? "an unknown host";
    if (status !== 403 || blocked.has(host) || blocked.size >= maxBlockedHosts) return;
    blocked.add(host);
    onBlocked(`A request to ${host} was blocked: ${message}`);
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.maxEgressConcurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const signal = AbortSignal.any([
      disconnected.signal,
      AbortSignal.timeout(limits.egressTimeoutMilliseconds),
    ]);
    try {
      const taken = takeTokens(bucket, 1, performance.now(), size);
      bucket = taken.bucket;
      if (!taken.isTaken) {
        const allowed = limits.egressRequestsPerSecond;
        throw new EgressRefusal(
          429,
          "too_many_requests",
          `A script can make at most ${allowed} requests per second.`,
        );
      }
      await inTurn(() => forward(request, response, { outbound, signal, maxBytes: limits.maxEgressBytes }));
    } catch (error) {
      const refusal = toRefusal(error, signal, limits);
      noteBlocked(request, refusal);
      refuse(response, refusal);
    }
  }

  // The host comes from the absolute form of the request target; workerd sends no Host header.
  const server = createServer(
    { requireHostHeader: false },
    (request, response) => void handle(request, response),
  );
  server.maxConnections = limits.maxEgressConnections;
  for (const event of ["connect", "upgrade"] as const) {
    server.on(event, (_request: IncomingMessage, socket: Readable & { end: (text: string) => void }) => {
      socket.on("error", () => {});
      socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    });
  }
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socketPath, resolve));
  await chmod(socketPath, 0o600);
  if (owner !== undefined) await chown(socketPath, owner, owner);
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  {
    outbound,
    signal,
    maxBytes,
  }: {
    readonly outbound: (request: OutboundRequest) => Promise<OutboundResponse>;
    readonly signal: AbortSignal;
    readonly maxBytes: number;
  },
): Promise<void> {
  signal.throwIfAborted();
  const url = parseAbsoluteUrl(request.url ?? "");
  const { headers, method = "GET" } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const body = hasBody ? request.pipe(limitBytes(maxBytes, "request")) : null;
  const received = await outbound({ url, method, headers: endToEnd(request.rawHeaders), body, signal });
  response.writeHead(received.status, endToEnd(received.headers));
  await pipeline(received.body, limitBytes(maxBytes, "response"), response, { signal });
}

function parseAbsoluteUrl(target: string): URL {
  const url = URL.parse(target);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new EgressRefusal(403, "unsupported_url", "Only http and https URLs are supported.");
  }
  return url;
}

function limitBytes(maxBytes: number, what: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) return callback(null, chunk);
      callback(new EgressRefusal(413, "too_large", `The ${what} is larger than ${maxBytes} bytes.`));
    },
  });
}

// Hop-by-hop headers, and headers that the next hop sets itself.
const hopByHop = new Set([
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function endToEnd(headers: readonly string[]): string[] {
  return headers.filter((_text, index) => !hopByHop.has((headers[index - (index % 2)] ?? "").toLowerCase()));
}

function toRefusal(error: unknown, signal: AbortSignal, limits: EgressLimits): EgressRefusal {
  if (error instanceof EgressRefusal) return error;
  if (signal.aborted) {
    return new EgressRefusal(
      504,
      "timeout",
      `The request took longer than ${limits.egressTimeoutMilliseconds} ms.`,
    );
  }
  return new EgressRefusal(502, "request_failed", error instanceof Error ? error.message : String(error));
}

function refuse(response: ServerResponse, { status, code, message }: EgressRefusal): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = { type: "about:blank", title: "The request failed", status, code, detail: message };
  response.writeHead(status, { "content-type": "application/problem+json", connection: "close" });
  response.end(JSON.stringify(problem));
}
