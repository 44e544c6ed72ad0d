import { setTimeout as delay } from "node:timers/promises";
import type { PostgresSession, Query } from "./session.ts";

/** Wakes workers of other processes through LISTEN and NOTIFY. */
export interface Notifier {
  /** What a statement passes to `pg_notify` to wake the other processes' workers; nulls where none can be woken. */
  readonly message: readonly [channel: string | null, payload: string | null];
  /** Wakes the other processes' workers when the transaction that `query` runs in commits. */
  notifyOthers(query: Query): Promise<void>;
  /** Wakes this process's workers too: for a transaction whose commit the store does not see. */
  notifyAll(query: Query): Promise<void>;
  /**
   * Listens, on one connection of the pool, until the function it returns is called. All who listen at the same time share the
   * connection; it goes back soon after the last one has left, so that the pool can be closed and the process end.
   */
  listen(): () => void;
  close(): Promise<void>;
}

const pauseBeforeReconnecting = 1_000;
/** Consumers that poll come and go: the connection waits so long for the next one. */
const lingerMilliseconds = 500;

/** A notifier for connections that do not outlive a transaction, where LISTEN cannot work: it does nothing. */
export const silentNotifier: Notifier = {
  message: [null, null],
  notifyOthers: async () => {},
  notifyAll: async () => {},
  listen: () => () => {},
  close: async () => {},
};

/** Calls a listener when something may have come due in this process or another one, until the function it returns is called. */
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

/** Creates a notifier that does not listen yet. A connection that breaks is replaced. */
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
        // The database is out of reach. Polling goes on meanwhile, and reports it.
      }
      await delay(pauseBeforeReconnecting, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves when the connection is lost or the signal fires. */
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
      // What happened while nobody listened.
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
      await query("SELECT pg_notify($1, $2)", [channel, ownName]);
    },
    async notifyAll(query) {
      await query("SELECT pg_notify($1, '')", [channel]);
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
