import { setTimeout as delay } from "node:timers/promises";
import type { PostgresSession, Query } from "./session.ts";

/** Wakes workers of other processes through LISTEN and NOTIFY. */
export interface Notifier {
  /** Wakes the other processes' workers when the transaction that `query` runs in commits. */
  notifyOthers(query: Query): Promise<void>;
  /** Wakes this process's workers too: for a transaction whose commit the store does not see. */
  notifyAll(query: Query): Promise<void>;
  /** Starts to listen, on one connection of the pool that it keeps. Listening twice is listening once. */
  listen(): void;
  close(): Promise<void>;
}

const pauseBeforeReconnecting = 1_000;

/** A notifier for connections that do not outlive a transaction, where LISTEN cannot work: it does nothing. */
export const silentNotifier: Notifier = {
  notifyOthers: async () => {},
  notifyAll: async () => {},
  listen: () => {},
  close: async () => {},
};

/** Creates a notifier that does not listen yet. A connection that breaks is replaced. */
export function createNotifier({ connect, listeners, schema }: PostgresSession): Notifier {
  const channel = `${schema}.deliveries`;
  const ownName = crypto.randomUUID();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listenOnce();
      } catch {
        // The database is out of reach. Polling goes on meanwhile, and reports it.
      }
      await delay(pauseBeforeReconnecting, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves when the connection is lost or the notifier closed. */
  async function listenOnce(): Promise<void> {
    const client = await connect();
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      closing.signal.addEventListener("abort", () => resolve(), { once: true });
      if (closing.signal.aborted) resolve();
    });
    client.on("notification", ({ payload }) => {
      if (payload !== ownName) listeners.call();
    });
    try {
      await Promise.race([client.query(`LISTEN "${channel}"`), lost]);
      // What happened while nobody listened.
      listeners.call();
      await lost;
    } finally {
      client.release(true);
    }
  }

  return {
    async notifyOthers(query) {
      await query("SELECT pg_notify($1, $2)", [channel, ownName]);
    },
    async notifyAll(query) {
      await query("SELECT pg_notify($1, '')", [channel]);
    },
    listen() {
      listening ??= keepListening();
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
