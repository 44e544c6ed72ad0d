import type { DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createRevisions } from "./migrations/0010-revisions.ts";
import { createGitSync } from "./migrations/0011-git-sync.ts";
import { createSiteData } from "./migrations/0012-site-data.ts";
import { integrationVersions } from "./migrations/0030-integration-versions.ts";
import { createSiteCustomizationTable } from "./migrations/0090-site-customization.ts";
import { createAdaptiveContentTables } from "./migrations/0041-adaptive-content.ts";
import { createSiteAccessTables } from "./migrations/0040-sites.ts";
import { createLogTables } from "./migrations/0031-integration-logs.ts";
import { createRateLimitTable } from "./migrations/0050-rate-limits.ts";
import { createMemberTables } from "./migrations/0020-members.ts";
import { createAuditTable } from "./migrations/0021-audit-log.ts";
import { createVisibilityTables } from "./migrations/0022-visibility.ts";
import { createQuotaTable } from "./migrations/0023-organization-quotas.ts";
import { addExpungedEvents } from "./migrations/0075-expunged-events.ts";
import { createLimitTable } from "./migrations/0082-organization-limits.ts";
import { createEntryTable } from "./migrations/0081-organization-entries.ts";
import { createKeptVersions } from "./migrations/0080-kept-versions.ts";
import { addSecondFactors } from "./migrations/0086-second-factors.ts";
import { createPageDrafts } from "./migrations/0095-page-drafts.ts";
import { addEventTraces } from "./migrations/0085-event-traces.ts";
import { addSetupProblems } from "./migrations/0096-setup-problems.ts";
import { createDeliveryViews } from "./migrations/0099-delivery-views.ts";
import { addPauseReasons } from "./migrations/0097-pause-reasons.ts";
import { createCustomEvents } from "./migrations/0100-custom-events.ts";
import { addEventExpiry } from "./migrations/0098-event-expiry.ts";

/** Every change to the platform's data, in order; a released one is never edited. */
export function createMigrations(
  dialect: "sqlite" | "postgres",
  deliveries: DeliveryStore,
): Record<string, Migration> {
  return {
    "0001-tables": {
      up: async (db: Kysely<unknown>) => {
        await createDocumentationTables(db);
        await createIntegrationTables(db);
        await createEventTables(db, dialect);
      },
    },
    "0002-used-tickets": { up: createTicketTable },
    "0003-integration-removal": {
      up: async (db: Kysely<unknown>) => {
        await db.schema.alterTable("integrations").addColumn("removed_at", "bigint").execute();
      },
    },
    "0004-hold-reasons": { up: (db: Kysely<unknown>) => nameHolds(db, deliveries) },
    "0010-revisions": { up: createRevisions },
    "0011-git-sync": { up: createGitSync },
    "0012-site-data": { up: createSiteData },
    "0030-integration-versions": integrationVersions(dialect),
    "0040-sites": { up: createSiteAccessTables },
    "0041-adaptive-content": { up: createAdaptiveContentTables },
    "0090-site-customization": { up: createSiteCustomizationTable },
    "0031-integration-logs": { up: createLogTables },
    "0050-rate-limits": { up: createRateLimitTable },
    "0020-members": { up: createMemberTables },
    "0021-audit-log": { up: createAuditTable },
    "0022-visibility": { up: createVisibilityTables },
    "0023-organization-quotas": { up: createQuotaTable },
    "0080-kept-versions": { up: createKeptVersions },
    "0086-second-factors": { up: addSecondFactors },
    "0095-page-drafts": { up: createPageDrafts },
    "0096-setup-problems": { up: addSetupProblems },
    "0097-pause-reasons": { up: addPauseReasons },
    "0098-event-expiry": { up: addEventExpiry },
    "0099-delivery-views": { up: createDeliveryViews },
    "0100-custom-events": { up: createCustomEvents },
    "0085-event-traces": { up: addEventTraces },
    "0081-organization-entries": { up: createEntryTable },
    "0082-organization-limits": { up: createLimitTable },
    "0075-expunged-events": { up: addExpungedEvents },
  };
}

// The engine knew only that an endpoint was paused and took that over as a hold of this name, which is now the owner's.
const pausedHold = "paused";

/** Says of every endpoint that was paused why it is held: its installation is paused, or its owner paused it or switched it off. */
async function nameHolds(db: Kysely<unknown>, deliveries: DeliveryStore): Promise<void> {
  const paused = await sql<{
    readonly id: string;
  }>`select id from installations where status = 'paused'`.execute(db);
  for (const { id } of paused.rows) await deliveries.setHold({ tenant: id }, "installation");
  for (let cursor: string | undefined; ; ) {
    const page = await deliveries.listEndpoints({ cursor, limit: 1000 });
    for (const { id: endpointId, holds, metadata } of page.items) {
      if (!holds.includes(pausedHold) || metadata["paused"] === true) continue;
      if (metadata["off"] === true) await deliveries.setHold({ endpointId }, "switched off");
      await deliveries.clearHold({ endpointId }, pausedHold);
    }
    ({ cursor } = page);
    if (cursor === undefined) return;
  }
}

async function createEventTables(db: Kysely<unknown>, dialect: "sqlite" | "postgres"): Promise<void> {
  await db.schema
    .createTable("events")
    .addColumn("position", dialect === "sqlite" ? sql`integer` : sql`bigserial`, (column) =>
      dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("installation_id", "text")
    .addColumn("space_id", "text")
    .addColumn("site_id", "text")
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("fanned_out_at", "bigint")
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("events_waiting")
    .on("events")
    .columns(["due_at", "position"])
    .where(sql.ref("fanned_out_at"), "is", null)
    .execute();
  await db.schema
    .createIndex("events_done")
    .on("events")
    .column("fanned_out_at")
    .where(sql.ref("fanned_out_at"), "is not", null)
    .execute();
  await db.schema
    .createTable("event_recipients")
    .addColumn("installation_id", "text", (column) => column.notNull())
    .addColumn("event_position", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("event_recipients_key", ["installation_id", "event_position"])
    .execute();
  await db.schema
    .createIndex("event_recipients_by_event")
    .on("event_recipients")
    .column("event_position")
    .execute();
}

async function createDocumentationTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("subdomain", "text", (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable("spaces")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("pages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("markdown", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("pages_slug", ["space_id", "slug"])
    .execute();
  await db.schema
    .createTable("sites")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("title", "text", (column) => column.notNull())
    .execute();
}

async function createIntegrationTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integrations")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("manifest", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("signing_secrets", "text", (column) => column.notNull())
    .addColumn("secrets", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("installations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("integration", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("configuration", "text", (column) => column.notNull())
    .addColumn("external_ids", "text", (column) => column.notNull())
    .addColumn("space_selection", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema
    .createIndex("installations_once")
    .unique()
    .on("installations")
    .columns(["integration", "organization_id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema
    .createTable("resource_installations")
    .addColumn("installation_id", "text", (column) => column.notNull())
    .addColumn("resource_kind", "text", (column) => column.notNull())
    .addColumn("resource_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("configuration", "text", (column) => column.notNull())
    .addColumn("external_ids", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("deleted_at", "bigint")
    .addPrimaryKeyConstraint("resource_installations_key", [
      "installation_id",
      "resource_kind",
      "resource_id",
    ])
    .execute();
  await db.schema
    .createIndex("resource_installations_by_resource")
    .on("resource_installations")
    .columns(["resource_kind", "resource_id"])
    .execute();
  await db.schema
    .createTable("settings")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}

async function createTicketTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("used_tickets")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
