import { createHash } from "node:crypto";
import { type buildConnector, Client } from "undici";
import type { ClientCertificate } from "../model/endpoint.ts";
import { AttemptError } from "./attempt-error.ts";
import type { ConnectTimings, OpenConnection } from "./guarded-connection.ts";

/** A connection to an origin. It carries one request at a time and opens its socket with the first one. */
export interface PooledConnection {
  readonly client: Client;
  /** The key of the pool: the origin and the client certificate. */
  readonly key: string;
  /** The timings of opening the socket, until the first request takes them. */
  timings: ConnectTimings | undefined;
}

/** Connections by origin: scheme, host and port. */
export interface OriginPools {
  /** Returns an idle connection, or a new one. */
  take(origin: string, certificate?: ClientCertificate): PooledConnection;
  /** Returns a connection after its request received the whole response. */
  putBack(connection: PooledConnection): void;
  /** Closes a connection. Its request, if any, fails. */
  drop(connection: PooledConnection): void;
  /** Closes all connections. Later requests fail. */
  destroy(): Promise<void>;
}

export interface OriginPoolsOptions {
  readonly openConnection: OpenConnection;
  /** Maximum idle connections across all origins. Beyond that, the connection idle the longest is closed. */
  readonly maxIdleConnections: number;
}

/**
 * Creates empty pools. They don't limit concurrent requests per origin.
 *
 * undici's `Agent` and `Pool` aren't made for many origins and connections: the former walks through all
 * origins whenever a connection ends and keeps any number of idle ones, the latter walks through an origin's
 * connections for each request. Here each step has a constant cost.
 */
export function createOriginPools({ openConnection, maxIdleConnections }: OriginPoolsOptions): OriginPools {
  /** Each connection, with the controller that aborts opening its socket while that is in progress. */
  const connections = new Map<PooledConnection, AbortController | undefined>();
  /** Ordered by idle time, longest first. */
  const idle = new Set<PooledConnection>();
  const idleByOrigin = new Map<string, PooledConnection[]>();
  let isDestroyed = false;

  function open(key: string, origin: string, certificate?: ClientCertificate): PooledConnection {
    const connect: buildConnector.connector = (target, handOver) => {
      const timings: ConnectTimings = {};
      const opening = new AbortController();
      connection.timings = timings;
      if (connections.has(connection)) connections.set(connection, opening);
      openConnection(target, timings, opening.signal, certificate).then(
        (socket) => {
          if (connections.has(connection)) connections.set(connection, undefined);
          return handOver(null, socket);
        },
        (error: unknown) => handOver(error instanceof Error ? error : new Error(String(error)), null),
      );
    };
    const client = new Client(origin, {
      connect,
      allowH2: false,
      maxHeaderSize: 16_384,
      // Off: each request has a single timeout for all phases.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: PooledConnection = { client, key, timings: undefined };
    connections.set(connection, undefined);
    // Closed by the keep-alive timeout or the other side.
    client.on("disconnect", () => {
      if (idle.has(connection)) void drop(connection);
    });
    if (isDestroyed) void drop(connection);
    return connection;
  }

  async function drop(connection: PooledConnection): Promise<void> {
    const opening = connections.get(connection);
    if (!connections.delete(connection)) return;
    if (idle.delete(connection)) {
      const ofOrigin = idleByOrigin.get(connection.key) ?? [];
      ofOrigin.splice(ofOrigin.indexOf(connection), 1);
      if (ofOrigin.length === 0) idleByOrigin.delete(connection.key);
    }
    const ended = connection.client.destroy();
    // For a socket that is still being opened, which undici doesn't know about.
    opening?.abort(new AttemptError("aborted", "The connection is no longer needed."));
    await ended;
  }

  return {
    take(origin, certificate) {
      const key = certificate === undefined ? origin : `${origin} ${fingerprintOf(certificate)}`;
      const ofOrigin = idleByOrigin.get(key) ?? [];
      const connection = ofOrigin.pop();
      if (connection === undefined) return open(key, origin, certificate);
      if (ofOrigin.length === 0) idleByOrigin.delete(key);
      idle.delete(connection);
      return connection;
    },
    putBack(connection) {
      if (!connections.has(connection)) return;
      idle.add(connection);
      const ofOrigin = idleByOrigin.get(connection.key);
      if (ofOrigin === undefined) idleByOrigin.set(connection.key, [connection]);
      else ofOrigin.push(connection);
      const [oldest] = idle;
      if (idle.size > maxIdleConnections && oldest !== undefined) void drop(oldest);
    },
    drop: (connection) => void drop(connection),
    async destroy() {
      isDestroyed = true;
      await Promise.all([...connections.keys()].map(drop));
    },
  };
}

function fingerprintOf({ certificate, privateKey, authorities = "" }: ClientCertificate): string {
  return createHash("sha256")
    .update(JSON.stringify([certificate, privateKey, authorities]))
    .digest("base64");
}
