import type { CustomEventType, InstallationStatus, Role, RuntimeEventType, Target } from "@plugboard/api";
import type { Generated, GeneratedAlways, Selectable } from "kysely";

// Times are milliseconds since 1970. A column described as JSON or sealed holds text in both databases.

// The intersection keeps the completion of the known names.
/** A kind of resource that integrations are installed in: the platform's own, or one of the product. */
export type ResourceKind = "space" | "site" | (string & {});

export interface OrganizationTable {
  id: string;
  title: string;
  subdomain: string;
  /** 1 where members need a second factor, 0 otherwise. */
  requires_second_factor: Generated<number>;
}

/** A session of the portal; its token is kept by whoever has its link. */
export interface PortalSessionTable {
  id: string;
  organization_id: string;
  /** 1 where it changes nothing, 0 otherwise. */
  read_only: number;
  created_at: number;
  expires_at: number;
}

export interface SpaceTable {
  id: string;
  organization_id: string;
  title: string;
  visibility: string;
  /** The revision its pages are at; null until the first one is recorded. */
  revision_id: Generated<string | null>;
  /** Counts its revisions. */
  revision_number: Generated<number>;
  trashed_at: Generated<number | null>;
}

export interface PageTable {
  organization_id: string;
  id: string;
  space_id: string;
  slug: string;
  title: string;
  markdown: string;
  /** The length of `markdown`, computed by the database. */
  characters: GeneratedAlways<number>;
  /** The page it is below; null at the top. */
  parent_id: Generated<string | null>;
  /** Among the pages with the same parent. */
  position: number;
  /** In which its text was last changed. */
  revision_id: string;
  updated_at: number;
}

/** A state of a space's pages. */
export interface RevisionTable {
  space_id: string;
  number: number;
  id: string;
  organization_id: string;
  summary: string;
  /** JSON of who made it; null where nobody did. */
  author: string | null;
  /** JSON list of `[id, parent]` in the order of the tree; null where it is that of the revision before. */
  tree: string | null;
  created_at: number;
}

/** The repository that a space is synced with. */
export interface GitBindingTable {
  space_id: string;
  organization_id: string;
  /** JSON of remote, branch, folder, direction and schedule. */
  settings: string;
  /** Sealed JSON of the credentials and the hook's secret. */
  secrets: string;
  /** The commit that both sides were at after the last sync. */
  commit_id: string | null;
  /** When the next sync is due; null where only a person or a push begins one. */
  due_at: number | null;
  /** Which side the next sync prefers in conflicts. */
  prefer: string | null;
  leased_until: number;
  /** JSON of what became of the last sync. */
  last_sync: string | null;
  updated_at: number;
}

/** How often a page of a site was seen on a day, as one of the processes counts it. */
export interface PageViewTable {
  organization_id: string;
  site_id: string;
  /** Of UTC, as in `2026-01-15`. */
  day: string;
  page_id: string;
  /** Each process has one of its own, so that none waits for another. */
  counter: number;
  views: number;
}

export interface ConversationTable {
  site_id: string;
  /** The integration it came from. */
  source: string;
  /** The integration's own. */
  id: string;
  organization_id: string;
  /** JSON. */
  conversation: string;
  received_at: number;
}

export interface OpenApiDocumentTable {
  site_id: string;
  name: string;
  version: number;
  organization_id: string;
  title: string;
  /** The version of the OpenAPI specification. */
  specification: string;
  /** As it was uploaded. */
  document: string;
  created_at: number;
}

/** Filters of deliveries that somebody saved. */
export interface DeliveryViewTable {
  id: string;
  organization_id: string;
  /** Who saved it, as in `member:usr_1`. */
  owner: string;
  name: string;
  /** JSON: the parameters of an address, by their names. */
  search: string;
  saved_at: number;
}

/** What somebody typed on a page and has not made its content. */
export interface PageDraftTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  /** Who typed it, as in `member:usr_1`. */
  author: string;
  title: string;
  markdown: string;
  /** The page's revision that it is a change of. */
  revision_id: string;
  version: string;
  updated_at: number;
}

/** Where a page is in the repository of its space. */
export interface GitFileTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  path: string;
}

/** What a page says from a revision on. */
export interface PageVersionTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  /** Of the revision. */
  number: number;
  revision_id: string;
  slug: string;
  title: string;
  markdown: string;
}

export interface SiteTable {
  id: string;
  organization_id: string;
  space_id: string;
  slug: string;
  title: string;
  trashed_at: Generated<number | null>;
}

export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** The current one. */
  version: number;
  created_at: number;
  updated_at: number;
  /** Kept after removal: the name stays with its organization, and versions count on. */
  removed_at: number | null;
  /** JSON list of the scopes that it was approved with for everybody to see; null before. */
  approved_scopes: Generated<string | null>;
  /** 1 if every organization sees the current version, 0 otherwise. */
  is_listed: Generated<number>;
  /** Sealed token of its share link. */
  share_token: Generated<string | null>;
}

/** One publication of an integration. Exactly one of `url` and `bundle_hash` is there. */
export interface IntegrationVersionTable {
  integration: string;
  version: number;
  organization_id: string;
  /** JSON of the manifest, checked and parsed. */
  manifest: string;
  /** Where the integration is hosted; `/{version}` of the envelope is appended. */
  url: string | null;
  /** The code that the platform runs. */
  bundle_hash: string | null;
  /** Of its module and source map together. */
  bundle_bytes: number | null;
  /** JSON of what the integration said it handles. */
  description: string;
  /** Sealed JSON list of the keys that envelopes are signed with, the newest first. */
  signing_secrets: string;
  /** Sealed JSON object: the manifest's secrets, resolved. */
  secrets: string;
  /** The version that this one brought back. */
  restored: number | null;
  published_at: number;
}

/** Code of integrations, by its hash. */
export interface BundleTable {
  hash: string;
  module: Uint8Array;
  source_map: Uint8Array | null;
  /** When it was last published. */
  stored_at: number;
}

/** Files of integrations, by the SHA-256 of their content. */
export interface AssetTable {
  hash: string;
  content: Uint8Array;
  /** When it was last published. */
  stored_at: number;
}

/** The files of a publication. */
export interface IntegrationAssetTable {
  organization_id: string;
  integration: string;
  version: number;
  /** Relative to the manifest, with slashes. */
  path: string;
  asset_hash: string;
}

/** A line of an integration's log. */
export interface IntegrationLogTable {
  integration: string;
  /** The owner of the integration. */
  organization_id: string;
  /** The owner of the installation that the line is about. */
  installation_organization_id: string | null;
  /** Grows with each line of the integration. */
  position: number;
  written_at: number;
  version: number;
  kind: "log" | "dispatch";
  /** 0: debug, 1: info, 2: warn, 3: error. */
  level: number;
  installation_id: string | null;
  /** JSON of the rest, with secrets masked. */
  content: string;
  bytes: number;
}

/** How far an integration's log is. */
export interface IntegrationLogPositionTable {
  organization_id: string;
  integration: string;
  position: number;
}

export interface InstallationTable {
  id: string;
  integration: string;
  organization_id: string;
  status: InstallationStatus;
  /** Sealed JSON object: it may hold credentials. */
  configuration: string;
  /** JSON list. */
  external_ids: string;
  /** JSON of `space_selection`. */
  space_selection: string;
  /** JSON list of the scopes that its organization consented to; null where all are, as in the integration's own organization. */
  consented_scopes: Generated<string | null>;
  /** The version that it runs until its organization consents to a newer one; null where it runs the current one. */
  pinned_version: Generated<number | null>;
  /** JSON list of what its integration reported about the settings; null where that is nothing. */
  problems: Generated<string | null>;
  /** What whoever paused it wrote; null where that is nothing, or it is not paused. */
  pause_reason: Generated<string | null>;
  target: Target;
  created_at: number;
  updated_at: number;
  /** Kept after removal, so that the event that reports it can still be dispatched. */
  deleted_at: number | null;
}

export interface ResourceInstallationTable {
  organization_id: string;
  installation_id: string;
  resource_kind: ResourceKind;
  resource_id: string;
  status: InstallationStatus;
  /** Sealed JSON object. */
  configuration: string;
  /** JSON list. */
  external_ids: string;
  /** JSON list of what its integration reported about the settings; null where that is nothing. */
  problems: Generated<string | null>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface EventTable {
  position: Generated<number>;
  id: string;
  type: RuntimeEventType | CustomEventType;
  organization_id: string;
  /** The only installation that receives the event; null for all installations of the resource. */
  installation_id: string | null;
  resource_kind: "organization" | ResourceKind;
  resource_id: string;
  /** JSON list of what a custom event is about; null where it says nothing. */
  channels: Generated<string | null>;
  /** Events of an organization with the same key are delivered in order; null without an order. */
  ordering_key: Generated<string | null>;
  /** 1 if a failed delivery holds those behind it. */
  ordering_blocks: Generated<0 | 1>;
  /** 1 until all earlier events with the same ordering key are fanned out. */
  held_back: Generated<0 | 1>;
  /** The anonymous id of the visitor whom the event is about. */
  visitor_id: string | null;
  /** JSON of the event without `eventId`, `type` and `installationId`. */
  payload: string;
  /** Not before this time. */
  due_at: number;
  created_at: number;
  /** The last installation that the event was fanned out to, while it is fanned out in parts. */
  fan_out_after: Generated<string | null>;
  /** When its deliveries were written; null before. */
  fanned_out_at: number | null;
  leased_until: number;
  /** Names the trace it was written in, as in W3C Trace Context; null where there was none. */
  traceparent: Generated<string | null>;
  /** When what it carried was removed. */
  expunged_at: Generated<number | null>;
  /** Not sent after this time; null where that is for the endpoints to say. */
  expires_at: Generated<number | null>;
}

/** An event as it is read. */
export type EventRow = Selectable<EventTable>;

/** A type of events that an organization defined for its own product. */
export interface CustomEventTypeTable {
  organization_id: string;
  type: string;
  summary: string;
  version: string;
  /** JSON Schema of the events' data; null where any will do. */
  schema: string | null;
  /** JSON: the data of an event. */
  example: string | null;
  archived_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Counts the events of an organization whose deliveries were written. */
export interface EventUsageTable {
  organization_id: string;
  events: number;
  /** Of their payloads. */
  characters: number;
}

/** That an installation received an event, in an envelope or by webhook. */
export interface EventRecipientTable {
  organization_id: string;
  installation_id: string;
  event_position: number;
}

/** A ticket that was used, and must not be again. */
export interface UsedTicketTable {
  id: string;
  expires_at: number;
}

/** How much of a quota a caller has used. */
export interface RateLimitTable {
  /** The quota's name and the caller. */
  id: string;
  /** When the whole quota is there again. */
  full_at: number;
}

/** Something that is removed in the background, in parts. */
export interface RemovalTable {
  kind: "integration" | "organization";
  /** The name of the integration, or the id of the organization. */
  subject: string;
  requested_at: number;
  leased_until: number;
}

export interface SettingTable {
  name: string;
  /** Sealed text. */
  value: string;
}

export interface MemberTable {
  organization_id: string;
  /** As the sign-in around the platform names the person. */
  user_id: string;
  name: string;
  email: string | null;
  role: Role;
  created_at: number;
}

/** An invitation that was neither accepted nor withdrawn. */
export interface InvitationTable {
  id: string;
  organization_id: string;
  email: string;
  role: Role;
  token_hash: string;
  created_at: number;
  expires_at: number;
}

export interface ApiKeyTable {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  token_hash: string;
  /** A key has either a role or scopes. */
  role: Role | null;
  /** JSON list. */
  scopes: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** Who may read a site, where that was ever decided or a secret was asked for. */
export interface SiteAccessTable {
  site_id: string;
  organization_id: string;
  /** The installation that signs visitors in; null where everyone may read the site. */
  installation_id: string | null;
  /** Sealed JSON list, the newest first. */
  signing_secrets: string;
}

/** The claims that a site keeps of its visitors. */
export interface ClaimsSchemaTable {
  site_id: string;
  organization_id: string;
  /** JSON Schema. */
  schema: string;
}

/** How a site looks; none is kept where it looks like every site. */
export interface SiteCustomizationTable {
  site_id: string;
  organization_id: string;
  /** JSON. */
  customization: string;
}

/** For whom a page is on sites; none is kept where it is for everyone. */
export interface PageConditionTable {
  organization_id: string;
  page_id: string;
  space_id: string;
  /** JSON list. */
  conditions: string;
}

/** Script grants. */
export interface ScriptGrantTable {
  integration: string;
  organization_id: string;
  /** JSON list. */
  scopes: string;
  /** JSON object. */
  sources: string;
  updated_at: number;
}

/** That somebody changed something. */
export interface AuditEntryTable {
  id: string;
  organization_id: string | null;
  created_at: number;
  actor_type: "admin" | "member" | "key" | "portal" | "integration" | "installation";
  actor_id: string;
  address: string | null;
  operation: string;
  /** JSON object. */
  resource: string;
  /** JSON objects without secrets. */
  request: string | null;
  before: string | null;
  after: string | null;
}

/** A submission of an integration to the list that every organization sees. */
export interface IntegrationReviewTable {
  id: string;
  organization_id: string;
  integration: string;
  version: number;
  /** JSON list. */
  scopes: string;
  status: "submitted" | "approved" | "refused";
  reason: string | null;
  created_at: number;
  decided_at: number | null;
}

/** A value that an integration stores for an installation. */
export interface StoredValueTable {
  installation_id: string;
  /** `organization` for values of the installation itself; their `resource_id` is empty. */
  resource_kind: "organization" | ResourceKind;
  resource_id: string;
  /** ASCII. */
  name: string;
  organization_id: string;
  /** Sealed JSON. */
  value: string;
  version: number;
  /** Of the name and the JSON. */
  bytes: number;
  expires_at: number | null;
  updated_at: number;
}

/** When a schedule of an installation's integration is due. */
export interface ScheduleTable {
  installation_id: string;
  /** Of the manifest. */
  schedule_id: string;
  organization_id: string;
  integration: string;
  /** JSON of the schedule that the times were computed from; empty until they are. */
  definition: string;
  /** The next tick. */
  tick_at: number;
  /** The tick with its jitter. */
  due_at: number;
}

/** How much an installation stores. Its row is locked by every change of a stored value. */
export interface StorageUsageTable {
  installation_id: string;
  organization_id: string;
  stored_values: number;
  bytes: number;
  /** Counts the changes. */
  version: number;
}

/** What the platform's administrator allows an organization. */
export interface OrganizationQuotaTable {
  organization_id: string;
  requests_per_minute: number;
}

/** What the platform's administrator allows an organization to have. */
export interface OrganizationLimitTable {
  organization_id: string;
  name: string;
  value: number;
}

/** The platform administrator's latest support access to an organization. */
export interface SupportAccessTable {
  organization_id: string;
  reason: string;
  expires_at: number;
}

/** The platform's own tables; the delivery engine keeps its own. */
export interface Tables {
  site_access: SiteAccessTable;
  script_grants: ScriptGrantTable;
  claims_schemas: ClaimsSchemaTable;
  site_customizations: SiteCustomizationTable;
  page_conditions: PageConditionTable;
  organizations: OrganizationTable;
  spaces: SpaceTable;
  pages: PageTable;
  revisions: RevisionTable;
  page_versions: PageVersionTable;
  page_drafts: PageDraftTable;
  portal_sessions: PortalSessionTable;
  delivery_views: DeliveryViewTable;
  git_bindings: GitBindingTable;
  git_files: GitFileTable;
  page_views: PageViewTable;
  conversations: ConversationTable;
  openapi_documents: OpenApiDocumentTable;
  sites: SiteTable;
  integrations: IntegrationTable;
  integration_versions: IntegrationVersionTable;
  integration_assets: IntegrationAssetTable;
  bundles: BundleTable;
  integration_logs: IntegrationLogTable;
  integration_log_positions: IntegrationLogPositionTable;
  assets: AssetTable;
  installations: InstallationTable;
  resource_installations: ResourceInstallationTable;
  stored_values: StoredValueTable;
  storage_usage: StorageUsageTable;
  schedules: ScheduleTable;
  events: EventTable;
  event_recipients: EventRecipientTable;
  event_usage: EventUsageTable;
  custom_event_types: CustomEventTypeTable;
  settings: SettingTable;
  removals: RemovalTable;
  used_tickets: UsedTicketTable;
  rate_limits: RateLimitTable;
  members: MemberTable;
  invitations: InvitationTable;
  api_keys: ApiKeyTable;
  audit_entries: AuditEntryTable;
  organization_quotas: OrganizationQuotaTable;
  support_access: SupportAccessTable;
  organization_limits: OrganizationLimitTable;
  integration_reviews: IntegrationReviewTable;
}
