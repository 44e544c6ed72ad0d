import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free port of this machine. */
export interface LocalServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Listens on a free port; the listener is made once the port is known. */
export async function listen(createListener: (origin: string) => RequestListener): Promise<LocalServer> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  server.on("request", createListener(origin));
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
