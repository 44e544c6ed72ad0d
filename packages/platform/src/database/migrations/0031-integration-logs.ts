import type { Kysely } from "kysely";

/** What integrations write, and the calls of them; and the position that each integration's log is at. */
export async function createLogTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integration_logs")
    .addColumn("integration", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("written_at", "bigint", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("level", "integer", (column) => column.notNull())
    .addColumn("installation_id", "text")
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("integration_logs_key", ["integration", "position"])
    .execute();
  await db.schema
    .createIndex("integration_logs_by_time")
    .on("integration_logs")
    .column("written_at")
    .execute();
  await db.schema
    .createTable("integration_log_positions")
    .addColumn("integration", "text", (column) => column.primaryKey())
    .addColumn("position", "bigint", (column) => column.notNull())
    .execute();
}
