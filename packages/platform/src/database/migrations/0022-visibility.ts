import { type Kysely, sql } from "kysely";

/** What an organization consented to, what the platform's administrator approved, and links to integrations that are not listed. */
export async function createVisibilityTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("installations").addColumn("consented_scopes", "text").execute();
  await db.schema.alterTable("integrations").addColumn("approved_scopes", "text").execute();
  await db.schema.alterTable("integrations").addColumn("share_token", "text").execute();
  await db.schema
    .createTable("integration_reviews")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("integration", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("decided_at", "bigint")
    .execute();
  await db.schema
    .createIndex("integration_reviews_open")
    .unique()
    .on("integration_reviews")
    .column("integration")
    .where(sql.ref("status"), "=", sql.lit("submitted"))
    .execute();
}
