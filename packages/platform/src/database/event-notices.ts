import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { lockMigrations } from "./migration-lock.ts";
import type { Tables } from "./tables.ts";

/** The PostgreSQL setting with the name of the connection's process. */
export const processSetting = "plugboard.process";

const reconnectMilliseconds = 1000;

function channelOf(schema: string): string {
  return `${schema}.events`;
}

/** Makes PostgreSQL notify other processes of new events when they are committed. */
export async function applyEventNotices(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select from pg_trigger where tgname = 'events_noticed'
    and tgrelid = to_regclass('events')`.execute(db);
  if (rows.length > 0) return;
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    await sql`create or replace function notice_events() returns trigger language plpgsql as $$
      begin
        perform pg_notify(tg_table_schema || '.events', coalesce(current_setting(${sql.lit(processSetting)}, true), ''));
        return null;
      end $$`.execute(transaction);
    await sql`drop trigger if exists events_noticed on events`.execute(transaction);
    await sql`create trigger events_noticed after insert on events
      for each statement execute function notice_events()`.execute(transaction);
  });
}

/**
 * Calls a listener when other processes commit events, until the returned function is called. Listens on one
 * connection of the pool. A broken connection is replaced.
 */
export function watchEvents(
  pool: Pool,
  { schema, processName }: { readonly schema: string; readonly processName: string },
  listener: () => void,
): () => Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  async function listenOnce(): Promise<void> {
    const client = await pool.connect();
    const ended = Promise.withResolvers<void>();
    client.on("error", () => ended.resolve());
    client.on("end", () => ended.resolve());
    signal.addEventListener("abort", () => ended.resolve());
    client.on("notification", ({ payload }) => {
      if (payload !== processName) listener();
    });
    try {
      if (signal.aborted) return;
      await Promise.race([
        client.query(`listen ${client.escapeIdentifier(channelOf(schema))}`),
        ended.promise,
      ]);
      // Covers events committed since the previous connection was lost.
      listener();
      await ended.promise;
    } finally {
      client.release(true);
    }
  }
  const listening = (async () => {
    while (!signal.aborted) {
      // Polling continues and reports that the database is unavailable.
      await listenOnce().catch(() => {});
      await delay(reconnectMilliseconds, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    leaving.abort();
    await listening;
  };
}
