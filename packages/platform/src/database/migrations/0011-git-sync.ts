import type { Kysely } from "kysely";

/** Repositories that spaces are bound to, and where their pages are in them. */
export async function createGitSync(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("git_bindings")
    .addColumn("space_id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("secrets", "text", (column) => column.notNull())
    .addColumn("commit_id", "text")
    .addColumn("due_at", "bigint")
    .addColumn("prefer", "text")
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .addColumn("last_sync", "text")
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("git_bindings_due").on("git_bindings").column("due_at").execute();
  await db.schema
    .createTable("git_files")
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("git_files_key", ["space_id", "page_id"])
    .execute();
}
