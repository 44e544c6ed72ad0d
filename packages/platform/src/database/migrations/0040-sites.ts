import type { Kysely } from "kysely";

/** Who may read each site, and which integrations may add scripts to sites. */
export async function createSiteAccessTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_access")
    .addColumn("site_id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("installation_id", "text")
    .addColumn("signing_secrets", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("script_grants")
    .addColumn("integration", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("hosts", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
}
