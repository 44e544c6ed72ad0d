import type { Kysely } from "kysely";

/** The claims that each site keeps of its visitors, and which pages depend on them. */
export async function createAdaptiveContentTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("claims_schemas")
    .addColumn("site_id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("schema", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("page_conditions")
    .addColumn("page_id", "text", (column) => column.primaryKey())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("conditions", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("page_conditions_by_space").on("page_conditions").column("space_id").execute();
}
