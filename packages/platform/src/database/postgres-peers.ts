import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { eventChannel } from "./event-notices.ts";
import type { PeerListeners, Peers } from "./peers.ts";

const reconnectMilliseconds = 1000;
// PostgreSQL refuses payloads of 8000 bytes.
const maxPayloadBytes = 7900;

/** Connects processes through LISTEN and NOTIFY. Listening takes one connection of the pool; a broken one is replaced. */
export function createPostgresPeers(
  pool: Pool,
  { schema, processName }: { readonly schema: string; readonly processName: string },
): Peers {
  const events = eventChannel(schema);
  const messages = `${schema}.messages`;

  async function listenOnce({ onEvents, onMessage, onConnected }: PeerListeners, signal: AbortSignal) {
    const client = await pool.connect();
    const ended = Promise.withResolvers<void>();
    client.on("error", () => ended.resolve());
    client.on("end", () => ended.resolve());
    signal.addEventListener("abort", () => ended.resolve());
    client.on("notification", ({ channel, payload = "" }) => {
      if (payload.startsWith(processName)) return;
      if (channel === events) onEvents();
      else onMessage(payload.slice(processName.length));
    });
    try {
      if (signal.aborted) return;
      const [eventName, messageName] = [events, messages].map((name) => client.escapeIdentifier(name));
      await Promise.race([client.query(`listen ${eventName}; listen ${messageName}`), ended.promise]);
      // Covers events committed since the previous connection was lost.
      onEvents();
      onConnected();
      await ended.promise;
    } finally {
      client.release(true);
    }
  }

  return {
    send: async (message) => {
      const payload = processName + message;
      if (Buffer.byteLength(payload) > maxPayloadBytes) return;
      await pool.query("select pg_notify($1, $2)", [messages, payload]);
    },
    listen: (listeners) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const listening = (async () => {
        while (!signal.aborted) {
          // Polling continues and reports that the database is unavailable.
          await listenOnce(listeners, signal).catch(() => {});
          await delay(reconnectMilliseconds, undefined, { signal, ref: false }).catch(() => {});
        }
      })();
      return async () => {
        leaving.abort();
        await listening;
      };
    },
  };
}
