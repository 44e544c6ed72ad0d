import type { Kysely } from "kysely";

/** What a site has besides its pages: how often they are seen, conversations, and OpenAPI documents. */
export async function createSiteData(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_views")
    .addColumn("site_id", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("counter", "integer", (column) => column.notNull())
    .addColumn("views", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_views_key", ["site_id", "day", "page_id", "counter"])
    .execute();
  await db.schema
    .createTable("conversations")
    .addColumn("site_id", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("conversation", "text", (column) => column.notNull())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversations_key", ["site_id", "source", "id"])
    .execute();
  await db.schema
    .createIndex("conversations_by_site")
    .on("conversations")
    .columns(["site_id", "received_at"])
    .execute();
  await db.schema.createIndex("conversations_by_age").on("conversations").column("received_at").execute();
  await db.schema
    .createTable("openapi_documents")
    .addColumn("site_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("specification", "text", (column) => column.notNull())
    .addColumn("document", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("openapi_documents_key", ["site_id", "name", "version"])
    .execute();
}
