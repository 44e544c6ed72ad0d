import { createHash } from "node:crypto";
import { type buildConnector, Client } from "undici";
import type { ClientCertificate } from "../model/endpoint.ts";
import { AttemptError } from "./attempt-error.ts";
import type { ConnectTimings, OpenConnection } from "./guarded-connection.ts";

/** A connection to an origin. It carries one request at a time, and opens its socket with the first one. */
export interface PooledConnection {
  readonly client: Client;
  /** Of the pool: its origin, and the certificate it shows there. */
  readonly key: string;
  /** What opening the socket took, until the request it was opened for has taken this over. */
  timings: ConnectTimings | undefined;
}

/** Connections by origin: scheme, host and port. */
export interface OriginPools {
  /** Gives a connection that is idle, or a new one. */
  take(origin: string, certificate?: ClientCertificate): PooledConnection;
  /** Takes a connection back whose request got its whole response. */
  putBack(connection: PooledConnection): void;
  /** Closes a connection. The request that it carries, if any, ends with an error. */
  drop(connection: PooledConnection): void;
  /** Closes all connections. What is sent afterwards ends with an error. */
  destroy(): Promise<void>;
}

export interface OriginPoolsOptions {
  readonly openConnection: OpenConnection;
  /** Of all origins together. Beyond it, the connection that has been idle for the longest is closed. */
  readonly maxIdleConnections: number;
}

/**
 * Creates pools without connections. How many requests an origin gets at once is the caller's affair.
 *
 * undici's `Agent` and `Pool` are not made for many origins and connections: the one walks through all origins whenever a
 * connection ends and keeps any number of idle ones, the other walks through the connections of an origin for each request. Here
 * each step costs the same, however many there are.
 */
export function createOriginPools({ openConnection, maxIdleConnections }: OriginPoolsOptions): OriginPools {
  /** With what gives up to open the socket, while that is in flight. */
  const connections = new Map<PooledConnection, AbortController | undefined>();
  /** The one that has been idle for the longest comes first. */
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
      // Off: whoever sends a request has one deadline for all its phases.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: PooledConnection = { client, key, timings: undefined };
    connections.set(connection, undefined);
    // By its keep-alive time, or by the other side.
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
    // For a socket that is still being opened, which undici does not know of.
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
