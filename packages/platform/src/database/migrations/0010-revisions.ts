import type { Kysely } from "kysely";

/** A tree of pages, the trash, and what every change made of a space. */
export async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("pages").addColumn("parent_id", "text").execute();
  await db.schema.alterTable("spaces").addColumn("revision_id", "text").execute();
  await db.schema
    .alterTable("spaces")
    .addColumn("revision_number", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("spaces").addColumn("trashed_at", "bigint").execute();
  await db.schema
    .createTable("revisions")
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("author", "text")
    .addColumn("tree", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("revisions_key", ["space_id", "number"])
    .addUniqueConstraint("revisions_id", ["space_id", "id"])
    .execute();
  await db.schema
    .createTable("page_versions")
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("markdown", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_versions_key", ["space_id", "page_id", "number"])
    .execute();
}
