import type { Kysely } from "kysely";

/** Who changed what. */
export async function createAuditTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_entries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("actor_type", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("address", "text")
    .addColumn("operation", "text", (column) => column.notNull())
    .addColumn("resource", "text", (column) => column.notNull())
    .addColumn("request", "text")
    .addColumn("before", "text")
    .addColumn("after", "text")
    .execute();
  await db.schema
    .createIndex("audit_entries_by_organization")
    .on("audit_entries")
    .columns(["organization_id", "id"])
    .execute();
}
