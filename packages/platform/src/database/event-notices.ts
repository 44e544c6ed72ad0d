import { type Kysely, sql } from "kysely";
import { lockMigrations } from "./migration-lock.ts";
import type { Tables } from "./tables.ts";

/** The PostgreSQL setting with the name of the connection's process. */
export const processSetting = "plugboard.process";

/** The channel on which PostgreSQL reports new events. */
export function eventChannel(schema: string): string {
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
