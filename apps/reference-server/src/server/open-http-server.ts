import { metrics } from "@opentelemetry/api";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerConfig } from "../settings/server-config.ts";
import { ServerError } from "../settings/server-error.ts";

/** Handles one request. */
export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** A server that listens already. Requests wait until it has a handler. */
export interface HttpServer {
  readonly port: number;
  readonly serve: (handle: HandleRequest) => void;
  /** Takes no more connections and lets requests in flight end, but waits no longer than the grace time. */
  readonly close: () => Promise<void>;
}

const graceMilliseconds = 5000;

// Who sends a request too slowly holds a connection, and the memory of what has come.
const timeouts = { headersTimeout: 20_000, requestTimeout: 120_000, connectionsCheckingInterval: 5000 };

const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: "it is in use. Set PORT to another one",
  EACCES: "this user may not use it. Set PORT to a number above 1023",
  EADDRNOTAVAIL: "this machine has no such address. Check HOST",
  ENOTFOUND: "HOST does not resolve to an address",
  EAI_AGAIN: "HOST does not resolve to an address",
};

/** Listens. @throws ServerError `port_in_use` or `address_unavailable` */
export async function openHttpServer({
  port,
  host,
  maxConnections,
}: Pick<ServerConfig, "port" | "host" | "maxConnections">): Promise<HttpServer> {
  const handler = Promise.withResolvers<HandleRequest>();
  const server = createServer(timeouts, (request, response) => {
    // A connection that is kept alive must not hold up a server that is about to stop.
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
    // A proxy in front that knows other encodings would see another end of the body, and with it another next request.
    const encoding = request.headers["transfer-encoding"];
    if (encoding !== undefined && encoding.trim().toLowerCase() !== "chunked") {
      response.writeHead(400, { connection: "close" }).end();
      return;
    }
    void handler.promise.then((handle) => handle(request, response));
  });
  server.maxConnections = maxConnections;
  const dropped = metrics
    .getMeter("@plugboard/reference-server")
    .createCounter("plugboard.connections.dropped", {
      description: "Connections beyond those that may be open",
    });
  server.on("drop", () => dropped.add(1));
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw toListenError(error, port, host);
  }
  return {
    port: portOf(server.address()) ?? port,
    serve: handler.resolve,
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const grace = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(grace);
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return address === null || typeof address === "string" ? undefined : address.port;
}

function toListenError(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const hint = hints[code];
  if (hint === undefined) return error;
  return new ServerError(
    code === "EADDRINUSE" ? "port_in_use" : "address_unavailable",
    `Port ${port} on ${host} cannot be listened on: ${hint}.`,
    { cause: error },
  );
}
