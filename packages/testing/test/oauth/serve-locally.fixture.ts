import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import type { Service } from "../../src/platform/test-platform-options.ts";

/** A service on this machine. */
export interface LocalServer {
  /** The port on 127.0.0.1 and localhost. */
  readonly port: number;
  close(): void;
}

/** Serves a service on a free port. */
export async function serveLocally(service: Service): Promise<LocalServer> {
  const server = createAdaptorServer({ fetch: service });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { port: address.port, close: () => void server.close() };
}
