import type { Kysely } from "kysely";

/** When an event is no longer sent. */
export async function addEventExpiry(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("events").addColumn("expires_at", "bigint").execute();
}
