import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A load balancer for several servers. */
export interface Balancer {
  readonly port: number;
  /** Replaces the local ports that receive connections. */
  readonly setTargets: (ports: readonly number[]) => void;
  readonly close: () => void;
}

/**
 * Listens on a port and passes each connection to the next server, round robin. Skips unreachable servers.
 */
export async function balanceConnections(port: number): Promise<Balancer> {
  let targets: readonly number[] = [];
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.once("close", () => sockets.delete(client));
    client.on("error", () => client.destroy());
    turn += 1;
    const start = turn;
    const tryNext = (tries: number): void => {
      const target = targets[(start + tries) % targets.length];
      if (target === undefined || tries === targets.length) return void client.destroy();
      const upstream = connect(target, "127.0.0.1");
      const passOver = (): void => tryNext(tries + 1);
      upstream.once("error", passOver);
      upstream.once("connect", () => {
        upstream.off("error", passOver);
        upstream.on("error", () => client.destroy());
        upstream.once("close", () => client.destroy());
        client.once("close", () => upstream.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    tryNext(0);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // The server listens on TCP.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    setTargets: (ports) => {
      targets = ports;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
