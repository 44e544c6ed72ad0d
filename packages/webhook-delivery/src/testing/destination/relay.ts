import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP relay to a port of 127.0.0.1 that can withhold replies. */
export interface Relay {
  readonly port: number;
  /** The number of connections so far. */
  readonly connections: number;
  /** While true, requests arrive at the server, but no reply arrives at the client. */
  isMuted: boolean;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a relay on a free port of 127.0.0.1. */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    relay.connections += 1;
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      if (!relay.isMuted) client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      const end = (): void => {
        client.destroy();
        upstream.destroy();
      };
      socket.on("error", end).on("close", end);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("a TCP server has a port");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const relay = {
    port: address.port,
    connections: 0,
    isMuted: false,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
  return relay;
}
