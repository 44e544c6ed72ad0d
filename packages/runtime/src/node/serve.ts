import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Integration } from "../integration/create-integration.ts";
import type { Host, IntegrationEnv } from "../integration/host.ts";
import { createLog, type LogSink } from "../integration/log.ts";
import { createPendingWork, type PendingWork } from "./pending-work.ts";
import { guardRejections, runGuarded } from "./rejection-guard.ts";

/** How to serve an integration. */
export interface ServeOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where `PLUGBOARD_SIGNING_SECRET` is found; `process.env` fits. */
  readonly env: IntegrationEnv;
  /** The address to listen on; every one when left out. */
  readonly hostname?: string;
  /** Where log lines go, instead of the integration's own sink. */
  readonly log?: LogSink;
}

/** A server that listens. */
export interface IntegrationServer {
  readonly port: number;
  /**
   * Stops gracefully: takes no new request, lets those in flight and their `waitUntil` work finish, and cuts off what
   * is left after a deadline (ten seconds).
   */
  close(deadlineMilliseconds?: number): Promise<void>;
}

/**
 * Serves an integration over HTTP, with `GET /healthz` beside it. A promise that a request left to reject on its own
 * does not end the process: it is logged, or emitted as a process warning where there is no log.
 *
 * @throws what `node:http` throws when it cannot listen, as in `EADDRINUSE`
 */
export async function serve(integration: Integration, options: ServeOptions): Promise<IntegrationServer> {
  const { port, env, hostname, log } = options;
  const work = createPendingWork();
  const host: Host = { waitUntil: work.add, ...(log !== undefined && { log }) };
  const listener = createRequestListener(
    (request) => answer(request, () => integration.fetch(request, env, host)),
    { onError: (error) => refuse(error, log) },
  );
  const server = createServer((request, response) => {
    // A kept-alive connection must not hold up a server that is about to stop.
    response.once("close", () => server.listening || server.closeIdleConnections());
    runGuarded({ log }, () => listener(request, response));
  });
  const address = await listen(server, port, hostname);
  const unguard = guardRejections();
  return {
    port: address.port,
    close: async (deadlineMilliseconds = 10_000) => {
      await stop(server, work, deadlineMilliseconds);
      unguard();
    },
  };
}

function answer(request: Request, dispatch: () => Promise<Response>): Response | Promise<Response> {
  const isHealthCheck = request.method === "GET" && new URL(request.url).pathname === "/healthz";
  return isHealthCheck ? new Response("ok") : dispatch();
}

// What goes wrong outside of `integration.fetch`: a request that is none, as with a malformed Host, or a body that a
// handler streams and that fails on its way.
function refuse(error: unknown, log: LogSink | undefined): Response {
  if (log !== undefined) createLog(log, Date.now).warn("A request could not be answered", { error });
  return new Response("Bad request", { status: 400 });
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
  if (address === null || typeof address === "string") throw new TypeError("The server listens on no port");
  return address;
}

async function stop(server: Server, work: PendingWork, deadlineMilliseconds: number): Promise<void> {
  const timer = setTimeout(() => {
    server.closeAllConnections();
    work.abandon();
  }, deadlineMilliseconds);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await work.settled();
  clearTimeout(timer);
}
