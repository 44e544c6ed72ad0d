import type { Kysely } from "kysely";

/** How sites look. */
export async function createSiteCustomizationTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_customizations")
    .addColumn("site_id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("customization", "text", (column) => column.notNull())
    .execute();
}
