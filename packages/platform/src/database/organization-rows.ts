import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** What of a table belongs to an organization, and what of it is not for others to read. */
interface OwnedTable {
  /** A condition on a row: whether it is of one of these organizations. */
  readonly owned: (organizations: Organizations) => RawBuilder<boolean>;
  /** Other organizations read it too, since they install what it is about: no policy of the database keeps them from it. */
  readonly isShared?: true | undefined;
  /** Columns that an export leaves out: sealed texts, hashes of tokens, and code. */
  readonly secret?: readonly string[] | undefined;
}

/** Organizations in the parentheses of `in (…)`: an id, or a query of ids. */
type Organizations = RawBuilder<unknown>;

const ofOrganization = (organizations: Organizations) => sql<boolean>`organization_id in (${organizations})`;

const below =
  (column: string, table: keyof Tables, key: string = "id") =>
  (organizations: Organizations) =>
    sql<boolean>`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where organization_id in (${organizations}))`;

const ofPlace = (organizations: Organizations) =>
  sql<boolean>`(organization_id in (${organizations})
    or installation_id in (select id from installations where organization_id in (${organizations}))
    or space_id in (select id from spaces where organization_id in (${organizations}))
    or site_id in (select id from sites where organization_id in (${organizations})))`;

/**
 * What every table holds of an organization; `undefined` for what is the platform's own. In the order of removal: what is found
 * through a row goes before that row. A new table has to say what it holds.
 */
const ownedTables: Readonly<Record<keyof Tables, OwnedTable | undefined>> = {
  event_recipients: {
    owned: (organizations) =>
      sql<boolean>`event_position in (select position from events where ${ofPlace(organizations)})
        or installation_id in (select id from installations where organization_id in (${organizations}))`,
  },
  events: { owned: ofPlace },
  custom_event_types: { owned: ofOrganization },
  resource_installations: { owned: below("installation_id", "installations"), secret: ["configuration"] },
  site_access: { owned: ofOrganization, secret: ["signing_secrets"] },
  installations: { owned: ofOrganization, secret: ["configuration"] },
  integration_assets: { owned: below("integration", "integrations", "name"), isShared: true },
  integration_logs: {
    owned: (organizations) =>
      sql<boolean>`integration in (select name from integrations where organization_id in (${organizations}))
        or installation_id in (select id from installations where organization_id in (${organizations}))`,
  },
  integration_log_positions: { owned: below("integration", "integrations", "name"), isShared: true },
  integration_versions: { owned: ofOrganization, secret: ["signing_secrets", "secrets"], isShared: true },
  integration_reviews: { owned: ofOrganization, isShared: true },
  script_grants: { owned: ofOrganization, isShared: true },
  integrations: { owned: ofOrganization, secret: ["share_token"], isShared: true },
  git_files: { owned: below("space_id", "spaces") },
  git_bindings: { owned: ofOrganization, secret: ["secrets"] },
  page_views: { owned: below("site_id", "sites") },
  conversations: { owned: ofOrganization },
  openapi_documents: { owned: ofOrganization },
  page_conditions: { owned: below("space_id", "spaces") },
  claims_schemas: { owned: ofOrganization },
  page_drafts: { owned: below("space_id", "spaces") },
  site_customizations: { owned: ofOrganization },
  page_versions: { owned: below("space_id", "spaces") },
  pages: { owned: below("space_id", "spaces") },
  revisions: { owned: ofOrganization },
  sites: { owned: ofOrganization },
  spaces: { owned: ofOrganization },
  invitations: { owned: ofOrganization, secret: ["token_hash"] },
  portal_sessions: { owned: ofOrganization },
  delivery_views: { owned: ofOrganization },
  members: { owned: ofOrganization },
  organization_quotas: { owned: ofOrganization },
  organization_entries: { owned: ofOrganization },
  organization_limits: { owned: ofOrganization },
  api_keys: { owned: ofOrganization, secret: ["token_hash"] },
  audit_entries: { owned: ofOrganization },
  organizations: { owned: (organizations) => sql<boolean>`id in (${organizations})` },
  // Shared by all versions with the same content; what no version names any more is removed.
  bundles: undefined,
  assets: undefined,
  settings: undefined,
  used_tickets: undefined,
  rate_limits: undefined,
};

/** Those of {@link listOwnedTables} of which others see nothing. */
export function listHiddenTables(): ReturnType<typeof listOwnedTables> {
  return listOwnedTables().filter(({ isShared }) => isShared !== true);
}

/** The tables that hold something of an organization, in the order of removal. */
export function listOwnedTables(): readonly (OwnedTable & { readonly table: keyof Tables })[] {
  return Object.entries(ownedTables).flatMap(([table, owned]) =>
    // The keys of the record are the names of the tables.
    owned === undefined ? [] : [{ ...owned, table: table as keyof Tables }],
  );
}
