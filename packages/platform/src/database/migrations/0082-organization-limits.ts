import type { Kysely } from "kysely";

/** What the platform's administrator allows an organization to have; what is not there has no bound of its own. */
export async function createLimitTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organization_limits")
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("value", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("organization_limits_key", ["organization_id", "name"])
    .execute();
}
