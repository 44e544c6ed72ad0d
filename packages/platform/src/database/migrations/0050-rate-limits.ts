import type { Kysely } from "kysely";

/** How much each caller has used of each quota. */
export async function createRateLimitTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rate_limits")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("full_at", "double precision", (column) => column.notNull())
    .execute();
}
