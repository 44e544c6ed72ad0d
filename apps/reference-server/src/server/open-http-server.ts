import { metrics } from "@opentelemetry/api";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerConfig } from "../settings/server-config.ts";
import { ServerError } from "../settings/server-error.ts";

/** Handles one request. */
export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** A listening server. Requests wait until it has a handler. */
export interface HttpServer {
  readonly port: number;
  readonly serve: (handle: HandleRequest) => void;
  /** Stops accepting connections and waits for requests in flight, at most for the grace period. */
  readonly close: () => Promise<void>;
}

const graceMilliseconds = 5000;

// A slow request holds a connection and the memory of its received part.
const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5000,
  // Proxies keep idle connections for 60 s. If the server closed them first, a request sent at that moment would fail.
  keepAliveTimeout: 75_000,
};

const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: "it is in use. Set PORT to another one",
  EACCES: "this user isn't allowed to use it. Set PORT to a number above 1023",
  EADDRNOTAVAIL: "this machine has no such address. Check HOST",
  ENOTFOUND: "HOST does not resolve to an address",
  EAI_AGAIN: "HOST does not resolve to an address",
};

/** Starts listening. @throws ServerError `port_in_use` or `address_unavailable` */
export async function openHttpServer({
  port,
  host,
  maxConnections,
}: Pick<ServerConfig, "port" | "host" | "maxConnections">): Promise<HttpServer> {
  const handler = Promise.withResolvers<HandleRequest>();
  const server = createServer(timeouts, (request, response) => {
    // A kept-alive connection must not delay the shutdown.
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
    // A proxy that supports other encodings could disagree with this server on where the body ends and the
    // next request starts.
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
      description: "Connections closed because the limit was reached",
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
    `Cannot listen on port ${port} of ${host}: ${hint}.`,
    { cause: error },
  );
}
