import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequest } from "@remix-run/node-fetch-server";
import { handle, type Integration } from "../integration/create-integration.ts";
import type { PlainResponse } from "../integration/exchange.ts";
import type { Host, IntegrationEnv } from "../integration/host.ts";
import { createLog, type LogSink } from "../integration/log.ts";
import { createNodeRequest } from "./node-request.ts";
import { createPendingWork, type PendingWork } from "./pending-work.ts";
import { guardRejections, runGuarded } from "./rejection-guard.ts";
import { sendResponse } from "./send-response.ts";

/** Options for `serve`. */
export interface ServeOptions {
  /** The port; 0 selects a free one. */
  readonly port: number;
  /** The environment with `PLUGBOARD_SIGNING_SECRET`; `process.env` fits. */
  readonly env: IntegrationEnv;
  /** The address to listen on. Defaults to all addresses. */
  readonly hostname?: string | undefined;
  /** The sink for log lines. Overrides the integration's own. */
  readonly log?: LogSink | undefined;
}

/** A running server. */
export interface IntegrationServer {
  readonly port: number;
  /**
   * Stops gracefully: rejects new requests, lets those in flight and their `waitUntil` work finish, and
   * aborts the rest after a timeout. Defaults to 10 seconds.
   */
  close(timeoutMilliseconds?: number): Promise<void>;
}

/**
 * Serves an integration over HTTP, plus `GET /healthz`. An unhandled rejection caused by a request doesn't
 * end the process: it is logged, or emitted as a process warning if there is no log.
 *
 * @throws the error of `node:http` if it can't listen, such as `EADDRINUSE`
 *
 * @example
 * ```ts
 * import { createIntegration, createJsonLog } from "@plugboard/runtime";
 * import { serve } from "@plugboard/runtime/node";
 *
 * const integration = createIntegration({ events: { installation_setup: (_event, { log }) => log.info("installed") } });
 * const server = await serve(integration, { port: 4100, env: process.env, log: createJsonLog(console.log) });
 * process.once("SIGTERM", () => server.close());
 * ```
 */
export async function serve(integration: Integration, options: ServeOptions): Promise<IntegrationServer> {
  const { port, env, hostname, log } = options;
  const work = createPendingWork();
  const host: Host = { waitUntil: work.add, log };
  // A wrapped integration is called through `fetch`.
  const respond: Responder = (incoming, outgoing, url) =>
    integration[handle]?.(createNodeRequest(incoming, url), env, host) ??
    integration.fetch(createRequest(incoming, outgoing), env, host);
  const server = createServer((incoming, outgoing) => {
    runGuarded({ log }, () => {
      handleRequest(server, incoming, outgoing, respond).catch((error: unknown) =>
        fail(outgoing, error, log),
      );
    });
  });
  const address = await listen(server, port, hostname);
  const unguard = guardRejections();
  return {
    port: address.port,
    close: async (timeoutMilliseconds = 10_000) => {
      await stop(server, work, timeoutMilliseconds);
      unguard();
    },
  };
}

// Ten times faster than parsing. Ports from 60000 up are left to the parser, which knows the maximum.
const usualUrl = /^http:\/\/[a-z0-9.-]+(:[0-5]?[0-9]{1,4})?\/[a-z0-9/._-]*$/i;

type Responder = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
) => Promise<PlainResponse | Response>;

async function handleRequest(
  server: Server,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: Responder,
): Promise<void> {
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url}`;
  if (incoming.method === "GET" && incoming.url === "/healthz") outgoing.end("ok");
  else if (!usualUrl.test(url) && !URL.canParse(url)) outgoing.writeHead(400).end("Bad request");
  else {
    const response = await respond(incoming, outgoing, url);
    // A keep-alive connection must not delay a server that is stopping.
    if (!server.listening) outgoing.setHeader("connection", "close");
    await sendResponse(outgoing, response);
  }
}

// Handles errors outside of `integration.fetch`, such as a response stream that fails.
function fail(outgoing: ServerResponse, error: unknown, log: LogSink | undefined): void {
  createLog(log, Date.now).warn("The response could not be sent", { error });
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500).end();
}

async function listen(server: Server, port: number, hostname: string | undefined): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: hostname }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new TypeError("The server is not listening on a port");
  return address;
}

async function stop(server: Server, work: PendingWork, timeoutMilliseconds: number): Promise<void> {
  const timer = setTimeout(() => {
    server.closeAllConnections();
    work.abandon();
  }, timeoutMilliseconds);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await work.settled();
  clearTimeout(timer);
}
