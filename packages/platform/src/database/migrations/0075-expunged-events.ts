import type { Kysely } from "kysely";

/** When what an event carried was removed. */
export async function addExpungedEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("events").addColumn("expunged_at", "bigint").execute();
}
