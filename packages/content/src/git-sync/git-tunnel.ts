import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGuardedConnector, type GuardedConnectorOptions } from "@plugboard/webhook-delivery";
import type { GitRemote } from "./git-remote.ts";

/** The addresses that Git can reach, with the address guard of webhooks. */
export type GitNetwork = Pick<GuardedConnectorOptions, "allowNetworks" | "localAddress" | "lookup" | "proxy">;

/** Git's only connection to its remote. */
export interface GitTunnel {
  /** On 127.0.0.1. */
  readonly port: number;
  /** The proxy's password, which keeps out other users of this machine. */
  readonly secret: string;
  /** Returns why the tunnel rejected or closed a connection. */
  readonly refusal: () => "address" | "size" | undefined;
  readonly close: () => Promise<void>;
}

const connectMilliseconds = 10_000;

/**
 * Opens a tunnel to one host and port: an HTTP proxy for https remotes, a plain forwarder for ssh. Each
 * connection resolves and checks the host and connects to the checked address, so DNS changes cannot redirect
 * it.
 */
export async function openGitTunnel(
  { protocol, hostname, port }: GitRemote,
  network: GitNetwork,
  maxBytes: number,
): Promise<GitTunnel> {
  // The guard sees plain TCP; Git and ssh encrypt and authenticate inside it.
  const dial = createGuardedConnector({
    ...network,
    allowHttp: true,
    timeoutMilliseconds: connectMilliseconds,
  });
  const secret = randomBytes(24).toString("base64url");
  const sockets = new Set<Duplex>();
  let refusal: "address" | "size" | undefined;
  let bytes = 0;
  const connect = async (): Promise<Socket> =>
    await new Promise((resolve, reject) => {
      dial({ hostname, host: hostname, protocol: "http:", port: String(port) }, (error, socket) => {
        if (socket === null) return reject(error);
        resolve(socket);
      });
    });
  const forward = async (client: Duplex, greeting: string): Promise<void> => {
    sockets.add(client);
    client.on("error", () => {});
    try {
      const remote = await connect();
      sockets.add(remote);
      remote.on("error", () => {});
      remote.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) return;
        refusal = "size";
        remote.destroy();
      });
      client.write(greeting);
      await Promise.all([pipeline(client, remote), pipeline(remote, client)]).finally(() =>
        sockets.delete(remote),
      );
    } catch (error) {
      if (isRefused(error)) refusal = "address";
      client.destroy();
    } finally {
      sockets.delete(client);
    }
  };
  const server =
    protocol === "https:" ? createProxy() : createTcpServer((client) => void forward(client, ""));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    secret,
    refusal: () => refusal,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };

  function createProxy(): Server {
    const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
    const authorization = `Basic ${Buffer.from(`git:${secret}`).toString("base64")}`;
    const proxy = createHttpServer((_request, response) => response.writeHead(405).end());
    return proxy.on("connect", (request, client) => {
      if (request.headers["proxy-authorization"] === authorization && request.url === authority)
        void forward(client, "HTTP/1.1 200 OK\r\n\r\n");
      else {
        client.on("error", () => {});
        client.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      }
    });
  }
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "blocked_address" || code === "dns_failed";
}
