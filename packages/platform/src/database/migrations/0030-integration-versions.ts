import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Gives each publication a row of its own, with its code and files beside it; there was one row an integration before. */
export function integrationVersions(dialect: "sqlite" | "postgres"): Migration {
  const bytes = dialect === "sqlite" ? sql`blob` : sql`bytea`;
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable("bundles")
        .addColumn("hash", "text", (column) => column.primaryKey())
        .addColumn("module", bytes, (column) => column.notNull())
        .addColumn("source_map", bytes)
        .addColumn("stored_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("assets")
        .addColumn("hash", "text", (column) => column.primaryKey())
        .addColumn("content", bytes, (column) => column.notNull())
        .addColumn("stored_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("integration_versions")
        .addColumn("integration", "text", (column) => column.notNull())
        .addColumn("version", "integer", (column) => column.notNull())
        .addColumn("organization_id", "text", (column) => column.notNull())
        .addColumn("manifest", "text", (column) => column.notNull())
        .addColumn("url", "text")
        .addColumn("bundle_hash", "text")
        .addColumn("bundle_bytes", "integer")
        .addColumn("description", "text", (column) => column.notNull())
        .addColumn("signing_secrets", "text", (column) => column.notNull())
        .addColumn("secrets", "text", (column) => column.notNull())
        .addColumn("restored", "integer")
        .addColumn("published_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("integration_versions_key", ["integration", "version"])
        .execute();
      await db.schema
        .createIndex("integration_versions_by_bundle")
        .on("integration_versions")
        .column("bundle_hash")
        .execute();
      await db.schema
        .createTable("integration_assets")
        .addColumn("integration", "text", (column) => column.notNull())
        .addColumn("version", "integer", (column) => column.notNull())
        .addColumn("path", "text", (column) => column.notNull())
        .addColumn("asset_hash", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("integration_assets_key", ["integration", "version", "path"])
        .execute();
      await db.schema
        .createIndex("integration_assets_by_asset")
        .on("integration_assets")
        .column("asset_hash")
        .execute();
      await sql`
        insert into integration_versions
          (integration, version, organization_id, manifest, url, description, signing_secrets, secrets,
            published_at)
        select name, version, organization_id, manifest, url, description, signing_secrets, secrets,
          updated_at
        from integrations`.execute(db);
      for (const moved of ["manifest", "url", "description", "signing_secrets", "secrets"])
        await db.schema.alterTable("integrations").dropColumn(moved).execute();
    },
  };
}
