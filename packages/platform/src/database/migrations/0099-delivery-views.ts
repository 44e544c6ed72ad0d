import type { Kysely } from "kysely";

/** Filters of deliveries that somebody saved. */
export async function createDeliveryViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("delivery_views")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("search", "text", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("delivery_views_name", ["organization_id", "owner", "name"])
    .execute();
}
