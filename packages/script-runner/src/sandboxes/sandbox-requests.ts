import type { Readable } from "node:stream";
import { Pool } from "undici";
import { requestIdHeader } from "./sandbox-configuration.ts";
import type { RequestsBegun } from "./requests-begun.ts";

/** A request to a script. */
export interface SandboxRequest {
  /** An unguessable ID. */
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface SandboxResponse {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Readable;
  /** `Infinity` if the response has no Content-Length. */
  readonly contentLength: number;
  /** Reads the whole body; use instead of the stream. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** The requests to a sandbox. */
export interface SandboxRequests {
  /** Sends a request. It is in flight until the response body has ended. */
  readonly send: (request: SandboxRequest, signal: AbortSignal) => Promise<SandboxResponse>;
  readonly inFlight: () => number;
  /** Resolves when no requests are in flight. */
  readonly idle: () => Promise<void>;
  readonly destroy: (error: Error) => Promise<void>;
}

/**
 * Options for connections to a sandbox's sockets. undici's timeouts are off, because the runner has its own.
 */
export const sandboxConnections = {
  headersTimeout: 0,
  bodyTimeout: 0,
  pipelining: 1,
  keepAliveTimeout: 3_000,
} as const;

/** Opens the socket on which a sandbox accepts requests. */
export function openSandboxRequests({
  socketPath,
  maxConcurrency,
  requestsBegun,
  onBusy,
}: {
  readonly socketPath: string;
  readonly maxConcurrency: number;
  readonly requestsBegun: RequestsBegun;
  /** Called when the first request is in flight. */
  readonly onBusy: () => void;
}): SandboxRequests {
  const pool = new Pool("http://integration", {
    ...sandboxConnections,
    socketPath,
    connections: maxConcurrency,
  });
  let inFlight = 0;
  let onIdle: (() => void) | undefined;
  return {
    send: async ({ id, method, headers, body }, signal) => {
      inFlight += 1;
      requestsBegun.sent(id);
      if (inFlight === 1) onBusy();
      const done = once(() => {
        inFlight -= 1;
        if (inFlight === 0) onIdle?.();
      });
      try {
        const response = await pool.request({
          path: "/v1",
          method,
          headers: { ...headers, [requestIdHeader]: id },
          body,
          signal,
          responseHeaders: "raw",
        });
        response.body.once("close", done);
        // undici's types don't cover `responseHeaders: "raw"`.
        const received = (response.headers as unknown as readonly Buffer[]).map(String);
        const length = received.findIndex(
          (text, index) => index % 2 === 0 && text.toLowerCase() === "content-length",
        );
        return {
          status: response.statusCode,
          headers: received,
          body: response.body,
          contentLength: length === -1 ? Number.POSITIVE_INFINITY : Number(received[length + 1]),
          bytes: () => response.body.bytes(),
        };
      } catch (error) {
        done();
        throw error;
      }
    },
    inFlight: () => inFlight,
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onIdle = resolve))),
    destroy: (error) => pool.destroy(error),
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
