import { type ChannelPool, createChannelPool } from "./channel-pool.ts";
import type { SocketClient } from "./socket-client.ts";

/** A connection with its channels. */
export interface BrokerConnection {
  readonly client: SocketClient;
  readonly channels: ChannelPool;
}

/** Connections to brokers, by their address and login. */
export interface BrokerPool {
  /**
   * Runs an action on a connection, which is opened if there is none. Rejects with the signal's reason when it is
   * aborted; the connection may be dead then, so it isn't used again unless the broker has blocked it.
   */
  use<T>(
    key: string,
    open: () => Promise<SocketClient>,
    action: (connection: BrokerConnection) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** Closes all connections. Their actions fail. */
  close(): void;
}

interface Entry {
  readonly key: string;
  readonly opening: Promise<BrokerConnection>;
  client: SocketClient | undefined;
  actions: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Options of `createBrokerPool`. */
export interface BrokerPoolOptions {
  readonly idleMilliseconds: number;
  /** Beyond this number of idle connections, the one that is idle the longest is closed. */
  readonly maxIdleConnections: number;
}

/** Creates an empty pool. Connections in use are limited by the number of actions. */
export function createBrokerPool({ idleMilliseconds, maxIdleConnections }: BrokerPoolOptions): BrokerPool {
  const entries = new Map<string, Entry>();
  /** Ordered by idle time, longest first. */
  const idle = new Set<Entry>();
  const clients = new Set<SocketClient>();

  function add(key: string, open: () => Promise<SocketClient>): Entry {
    const opening = open().then((client) => {
      clients.add(client);
      client.ondisconnect = () => {
        clients.delete(client);
        forget(entry);
      };
      entry.client = client;
      return { client, channels: createChannelPool(client) };
    });
    const entry: Entry = { key, opening, client: undefined, actions: 0, idleTimer: undefined };
    entries.set(key, entry);
    return entry;
  }

  /** Gives the entry's key to the next connection. The entry's own connection closes after its last action. */
  function forget(entry: Entry): void {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    idle.delete(entry);
    clearTimeout(entry.idleTimer);
    if (entry.actions === 0) void entry.opening.then(({ client }) => client.destroy()).catch(() => {});
  }

  function rest(entry: Entry): void {
    if (entries.get(entry.key) !== entry) return forget(entry);
    idle.add(entry);
    entry.idleTimer = setTimeout(() => forget(entry), idleMilliseconds).unref();
    const [longest] = idle;
    if (idle.size > maxIdleConnections && longest !== undefined) forget(longest);
  }

  return {
    async use(key, open, action, signal) {
      signal.throwIfAborted();
      const entry = entries.get(key) ?? add(key, open);
      idle.delete(entry);
      clearTimeout(entry.idleTimer);
      entry.actions += 1;
      const aborted = Promise.withResolvers<never>();
      const onAbort = (): void => {
        if (entry.client?.blocked === undefined) forget(entry);
        aborted.reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        const acting = entry.opening.then((connection) => {
          signal.throwIfAborted();
          return action(connection);
        });
        return await Promise.race([acting, aborted.promise]);
      } catch (error) {
        // A failed opening has no connection to use again.
        entry.opening.catch(() => forget(entry));
        throw error;
      } finally {
        signal.removeEventListener("abort", onAbort);
        entry.actions -= 1;
        if (entry.actions === 0) rest(entry);
      }
    },
    close() {
      for (const entry of entries.values()) forget(entry);
      for (const client of clients) client.destroy();
    },
  };
}
