import type { Kysely } from "kysely";

/** Events of organizations' own products, and the types of them that organizations define. */
export async function createCustomEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("custom_event_types")
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("schema", "text")
    .addColumn("example", "text")
    .addColumn("archived_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("custom_event_types_key", ["organization_id", "type"])
    .execute();
  for (const column of ["organization_id", "channels"])
    await db.schema.alterTable("events").addColumn(column, "text").execute();
}
