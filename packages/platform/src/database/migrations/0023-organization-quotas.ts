import type { Kysely } from "kysely";

/** What the platform's administrator allows an organization, where it is not what everybody has. */
export async function createQuotaTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organization_quotas")
    .addColumn("organization_id", "text", (column) => column.primaryKey())
    .addColumn("requests_per_minute", "integer", (column) => column.notNull())
    .execute();
}
