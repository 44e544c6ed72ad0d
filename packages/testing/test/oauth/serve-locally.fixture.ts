import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import type { Service } from "../../src/platform/test-platform-options.ts";

/** A service that listens on this machine. */
export interface LocalServer {
  /** Its port, on 127.0.0.1 and localhost. */
  readonly port: number;
  close(): void;
}

/** Lets a service listen on a free port. */
export async function serveLocally(service: Service): Promise<LocalServer> {
  const server = createAdaptorServer({ fetch: service });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { port: address.port, close: () => void server.close() };
}
