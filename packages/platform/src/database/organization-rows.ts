import { type RawBuilder, sql } from "kysely";
import type { ProductTables } from "../product/product-data.ts";
import type { Tables } from "./tables.ts";

/** A table of the platform. */
interface PlatformTable {
  /** The primary key. */
  readonly key: readonly string[];
  /** Columns with the IDs of organizations that may read a row; empty if none may. Default: `organization_id`. */
  readonly owners?: readonly string[];
  /** Other organizations also read the table to install integrations, so no row policy applies. */
  readonly isShared?: true;
  /** Columns that an export omits, such as hashes of tokens. */
  readonly secret?: readonly string[];
  /** Columns encrypted with the secret box. They are encrypted again when the key changes. */
  readonly encrypted?: readonly string[];
  /** Encrypted columns that an export decrypts. It omits the others. */
  readonly opened?: readonly string[];
}

/**
 * Every table of the platform, in the order in which removing an organization deletes its rows; `platform` for tables with
 * neither rows of organizations nor encrypted values.
 */
const declaredTables: Readonly<Record<keyof Tables, PlatformTable | "platform">> = {
  event_recipients: { key: ["event_position", "installation_id"] },
  events: { key: ["position"] },
  agent_subscriptions: { key: ["id"] },
  event_usage: { key: ["organization_id"] },
  usage_days: { key: ["day", "counter"] },
  quota_peaks: { key: ["day", "quota"] },
  custom_event_types: { key: ["type"] },
  stored_values: {
    key: ["installation_id", "resource_kind", "resource_id", "name"],
    encrypted: ["value"],
    opened: ["value"],
  },
  schedules: { key: ["installation_id", "schedule_id"] },
  task_steps: { key: ["task_id", "name"], encrypted: ["value"], opened: ["value"] },
  tasks: { key: ["id"] },
  storage_usage: { key: ["installation_id"] },
  resource_installations: {
    key: ["installation_id", "resource_kind", "resource_id"],
    encrypted: ["configuration"],
  },
  installations: { key: ["id"], encrypted: ["configuration"] },
  integration_assets: { key: ["integration", "version", "path"], isShared: true },
  integration_logs: {
    key: ["integration", "position"],
    owners: ["organization_id", "installation_organization_id"],
  },
  integration_log_positions: { key: ["integration"], isShared: true },
  integration_versions: {
    key: ["integration", "version"],
    encrypted: ["signing_secrets", "secrets"],
    isShared: true,
  },
  integration_reviews: { key: ["id"], isShared: true },
  script_grants: { key: ["integration"], isShared: true },
  integrations: { key: ["name"], encrypted: ["share_token"], isShared: true },
  provisioned_users: { key: ["id"] },
  provisioned_groups: { key: ["id"] },
  provisioned_group_members: { key: ["provisioned_user_id", "group_id"] },
  invitations: { key: ["id"], secret: ["token_hash"] },
  portal_sessions: { key: ["id"] },
  portal_origins: { key: ["id"] },
  failure_statuses: { key: ["endpoint_id", "cause"] },
  delivery_views: { key: ["id"] },
  members: { key: ["user_id"] },
  organization_quotas: { key: ["organization_id"] },
  support_access: { key: ["organization_id"] },
  organization_limits: { key: ["name"] },
  api_keys: { key: ["id"], secret: ["token_hash"] },
  audit_entries: { key: ["id"] },
  streams: { key: ["organization_id", "kind"] },
  organizations: { key: ["id"], owners: ["id"] },
  // Shared by all versions with the same content. Removed when no version refers to them.
  bundles: "platform",
  assets: "platform",
  // Kept until the removal is complete.
  removals: "platform",
  settings: { key: ["name"], owners: [], encrypted: ["value"] },
  stored_product: "platform",
  used_tickets: "platform",
  rate_limits: "platform",
};

/** A table of the platform or its product, with all defaults filled in. */
export interface ListedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly owners: readonly string[];
  readonly isShared: boolean;
  /** Columns that an export omits. */
  readonly secret: readonly string[];
  readonly encrypted: readonly string[];
  /** Encrypted columns that an export decrypts. */
  readonly opened: readonly string[];
  /** Columns with binary content, which is exported as base64, one row per part. */
  readonly binary: readonly string[];
}

/** A product with its own tables. */
interface WithTables {
  readonly tables?: ProductTables | undefined;
}

/** Returns the tables whose rows are visible only to their own organization. */
export function listHiddenTables(product?: WithTables): readonly ListedTable[] {
  return listOwnedTables(product).filter(({ isShared }) => !isShared);
}

/** Returns the tables with rows of organizations, in the order of removal. */
export function listOwnedTables(product?: WithTables): readonly ListedTable[] {
  return listTables(product).filter(({ owners }) => owners.length > 0);
}

/** Returns the tables with encrypted values. */
export function listEncryptedTables(product?: WithTables): readonly ListedTable[] {
  return listTables(product).filter(({ encrypted }) => encrypted.length > 0);
}

/** The names of all tables of the platform. */
export const platformTables: ReadonlySet<string> = new Set(Object.keys(declaredTables));

function listTables(product?: WithTables): readonly ListedTable[] {
  return [...listProductTables(product), ...listPlatformTables()];
}

/** Returns the tables of a product with rows of organizations, in the order of removal. */
export function listProductTables({ tables = {} }: WithTables = {}): readonly ListedTable[] {
  return Object.entries(tables).flatMap(([table, declared]) => {
    if (declared === "platform") return [];
    const { column, key = ["id"], secret = [], encrypted = [], binary = [] } = declared;
    return [
      {
        table,
        key,
        owners: [column],
        isShared: false,
        secret: [...secret, ...encrypted],
        encrypted,
        opened: [],
        binary,
      },
    ];
  });
}

function listPlatformTables(): readonly ListedTable[] {
  return Object.entries(declaredTables).flatMap(([table, declared]) => {
    if (declared === "platform") return [];
    const { key, owners = ["organization_id"], isShared = false } = declared;
    const { secret = [], encrypted = [], opened = [] } = declared;
    const closed = encrypted.filter((column) => !opened.includes(column));
    return [{ table, key, owners, isShared, secret: [...secret, ...closed], encrypted, opened, binary: [] }];
  });
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
