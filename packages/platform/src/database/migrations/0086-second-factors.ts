import type { Kysely } from "kysely";

/** Organizations that require a second factor of their members, and sessions of the portal, which can be revoked. */
export async function addSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("organizations")
    .addColumn("requires_second_factor", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("portal_sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("read_only", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("portal_sessions_of_organization")
    .on("portal_sessions")
    .columns(["organization_id", "expires_at"])
    .execute();
}
