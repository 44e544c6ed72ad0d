import type { Kysely } from "kysely";

/** What people type on pages before it is their content, and the trash of sites. */
export async function createPageDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sites").addColumn("trashed_at", "bigint").execute();
  await db.schema
    .createTable("page_drafts")
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("markdown", "text", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_drafts_key", ["space_id", "page_id", "author"])
    .execute();
}
