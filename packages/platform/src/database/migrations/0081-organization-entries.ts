import type { Kysely } from "kysely";

/** That the platform's administrator has entered an organization. */
export async function createEntryTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organization_entries")
    .addColumn("organization_id", "text", (column) => column.primaryKey())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
