import type { Kysely } from "kysely";

/** The trace in which each event was written. */
export async function addEventTraces(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("events").addColumn("traceparent", "text").execute();
}
