import { setTimeout as delay } from "node:timers/promises";
import type { PostgresSession, Query } from "./session.ts";

/** Wakes workers of other processes through LISTEN and NOTIFY. */
export interface Notifier {
  /** The arguments for `pg_notify` to wake workers of other processes; nulls if notifications are off. */
  readonly message: readonly [channel: string | null, payload: string | null];
  /** Wakes workers of other processes when the transaction of `query` commits. */
  notifyOthers(query: Query): Promise<void>;
  /** Wakes this process's workers too, for a transaction whose commit the store doesn't see. */
  notifyAll(query: Query): Promise<void>;
  /**
   * Listens on one connection of the pool until the returned function is called. All listeners share the
   * connection. It is released soon after the last one stops, so that the pool can close and the process can
   * exit.
   */
  listen(): () => void;
  close(): Promise<void>;
}

const pauseBeforeReconnecting = 1_000;
/** How long the connection waits for the next listener, because polling consumers come and go. */
const lingerMilliseconds = 500;

/** A notifier that does nothing, for connections that don't outlast a transaction. */
export const silentNotifier: Notifier = {
  message: [null, null],
  notifyOthers: async () => {},
  notifyAll: async () => {},
  listen: () => () => {},
  close: async () => {},
};

/**
 * Calls a listener when deliveries may have come due in this or another process, until the returned function
 * is called.
 */
export function watchWith(
  notifier: Notifier,
  { listeners }: Pick<PostgresSession, "listeners">,
  listener: () => void,
): () => void {
  const leave = notifier.listen();
  const remove = listeners.add(listener);
  return () => {
    remove();
    leave();
  };
}

/** Creates a notifier that doesn't listen yet. Broken connections are replaced. */
export function createNotifier({ connect, listeners, schema }: PostgresSession): Notifier {
  const channel = `${schema}.deliveries`;
  const ownName = crypto.randomUUID();
  let listening: { readonly leaving: AbortController; readonly ended: Promise<void> } | undefined;
  let audience = 0;
  let linger: NodeJS.Timeout | undefined;

  async function keepListening(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await listenOnce(signal);
      } catch {
        // The database is unavailable. Polling continues and reports it.
      }
      await delay(pauseBeforeReconnecting, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves when the connection is lost or the signal is aborted. */
  async function listenOnce(signal: AbortSignal): Promise<void> {
    const client = await connect();
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    client.on("notification", ({ payload }) => {
      if (payload !== ownName) listeners.call();
    });
    try {
      await Promise.race([client.query(`LISTEN "${channel}"`), lost]);
      // For notifications missed while not listening.
      listeners.call();
      await lost;
    } finally {
      client.release(true);
    }
  }

  function start(): void {
    clearTimeout(linger);
    if (listening !== undefined) return;
    const leaving = new AbortController();
    listening = { leaving, ended: keepListening(leaving.signal) };
  }

  async function end(): Promise<void> {
    clearTimeout(linger);
    const { leaving, ended } = listening ?? {};
    listening = undefined;
    leaving?.abort();
    await ended;
  }

  return {
    message: [channel, ownName],
    async notifyOthers(query) {
      await query("SELECT pg_notify($1, $2)::text", [channel, ownName]);
    },
    async notifyAll(query) {
      await query("SELECT pg_notify($1, '')::text", [channel]);
    },
    listen() {
      audience += 1;
      start();
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        audience -= 1;
        if (audience === 0) linger = setTimeout(() => void end(), lingerMilliseconds);
      };
    },
    close: end,
  };
}
