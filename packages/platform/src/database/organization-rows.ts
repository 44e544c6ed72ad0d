import { type RawBuilder, sql } from "kysely";
import type { ProductTables } from "../product/product-data.ts";
import type { Tables } from "./tables.ts";

/** The rows that organizations own in a table. */
interface OwnedTable {
  /** The primary key. */
  readonly key: readonly string[];
  /** Columns that name an organization that may read a row. Default: `organization_id`. */
  readonly owners?: readonly string[];
  /** Other organizations also read the table to install integrations, so no row policy applies. */
  readonly isShared?: true;
  /** Columns that an export omits: encrypted values, token hashes, and code. */
  readonly secret?: readonly string[];
  /** Encrypted columns that an export decrypts. */
  readonly opened?: readonly string[];
}

/**
 * The rows that organizations own in every table, in the order of removal; `undefined` for the platform's own
 * tables. New tables must be listed here.
 */
const ownedTables: Readonly<Record<keyof Tables, OwnedTable | undefined>> = {
  event_recipients: { key: ["event_position", "installation_id"] },
  events: { key: ["position"] },
  agent_subscriptions: { key: ["id"] },
  event_usage: { key: ["organization_id"] },
  usage_days: { key: ["day", "counter"] },
  custom_event_types: { key: ["type"] },
  stored_values: { key: ["installation_id", "resource_kind", "resource_id", "name"], opened: ["value"] },
  schedules: { key: ["installation_id", "schedule_id"] },
  task_steps: { key: ["task_id", "name"], opened: ["value"] },
  tasks: { key: ["id"] },
  storage_usage: { key: ["installation_id"] },
  resource_installations: {
    key: ["installation_id", "resource_kind", "resource_id"],
    secret: ["configuration"],
  },
  installations: { key: ["id"], secret: ["configuration"] },
  integration_assets: { key: ["integration", "version", "path"], isShared: true },
  integration_logs: {
    key: ["integration", "position"],
    owners: ["organization_id", "installation_organization_id"],
  },
  integration_log_positions: { key: ["integration"], isShared: true },
  integration_versions: {
    key: ["integration", "version"],
    secret: ["signing_secrets", "secrets"],
    isShared: true,
  },
  integration_reviews: { key: ["id"], isShared: true },
  script_grants: { key: ["integration"], isShared: true },
  integrations: { key: ["name"], secret: ["share_token"], isShared: true },
  invitations: { key: ["id"], secret: ["token_hash"] },
  portal_sessions: { key: ["id"] },
  portal_origins: { key: ["id"] },
  delivery_views: { key: ["id"] },
  members: { key: ["user_id"] },
  organization_quotas: { key: ["organization_id"] },
  support_access: { key: ["organization_id"] },
  organization_limits: { key: ["name"] },
  api_keys: { key: ["id"], secret: ["token_hash"] },
  audit_entries: { key: ["id"] },
  organizations: { key: ["id"], owners: ["id"] },
  // Shared by all versions with the same content. Removed when no version refers to them.
  bundles: undefined,
  assets: undefined,
  // Kept until the removal is complete.
  removals: undefined,
  settings: undefined,
  stored_product: undefined,
  used_tickets: undefined,
  rate_limits: undefined,
};

/** A table with rows of organizations. */
export interface ListedTable extends Required<Pick<OwnedTable, "key" | "owners" | "secret" | "opened">> {
  readonly table: string;
  /** Columns with binary content, which is exported as base64, one row per part. */
  readonly binary: readonly string[];
}

/** A product with its own tables. */
interface WithTables {
  readonly tables?: ProductTables | undefined;
}

/** Returns the tables whose rows are visible only to their own organization. */
export function listHiddenTables(product?: WithTables): readonly ListedTable[] {
  return [...listProductTables(product), ...listPlatformTables(({ isShared }) => isShared !== true)];
}

/** Returns the tables with rows of organizations, in the order of removal. */
export function listOwnedTables(product?: WithTables): readonly ListedTable[] {
  return [...listProductTables(product), ...listPlatformTables(() => true)];
}

/** The names of all tables of the platform. */
export const platformTables: ReadonlySet<string> = new Set(Object.keys(ownedTables));

/** Returns the tables of a product with rows of organizations, in the order of removal. */
export function listProductTables({ tables = {} }: WithTables = {}): readonly ListedTable[] {
  return Object.entries(tables).flatMap(([table, owned]) =>
    owned === "platform"
      ? []
      : [
          {
            table,
            key: owned.key ?? ["id"],
            owners: [owned.column],
            secret: [...(owned.secret ?? []), ...(owned.encrypted ?? [])],
            opened: [],
            binary: owned.binary ?? [],
          },
        ],
  );
}

function listPlatformTables(isListed: (owned: OwnedTable) => boolean): readonly ListedTable[] {
  return Object.entries(ownedTables).flatMap(([table, owned]) =>
    owned === undefined || !isListed(owned)
      ? []
      : [
          {
            key: owned.key,
            owners: owned.owners ?? ["organization_id"],
            secret: owned.secret ?? [],
            opened: owned.opened ?? [],
            binary: [],
            table,
          },
        ],
  );
}

/** Returns the condition that an organization owns a row of a table. */
export function ownedBy(
  { owners }: Pick<ListedTable, "owners">,
  organizationId: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    owners.map((column) => sql`${sql.ref(column)} = ${organizationId}`),
    sql` or `,
  )})`;
}
