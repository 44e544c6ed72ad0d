import type { Kysely } from "kysely";

/** Why installations are paused. */
export async function addPauseReasons(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("installations").addColumn("pause_reason", "text").execute();
}
