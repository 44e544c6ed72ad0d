import type { InstallationStatus, Role, Target } from "@plugboard/api";
import type { FailureCauseStatus, TaskState } from "@plugboard/api/client";
import type { Generated, Selectable } from "kysely";

// Times are Unix time in milliseconds. Columns described as JSON or encrypted contain text in both databases.

/** A kind of resource that integrations are installed in, as the product's contract names it. */
export type ResourceKind = string;

export interface OrganizationTable {
  id: string;
  title: string;
  subdomain: string;
  /** 1 if members need a second factor, otherwise 0. */
  requires_second_factor: Generated<number>;
}

/** A portal session. Its token exists only in the link. */
export interface PortalSessionTable {
  id: string;
  organization_id: string;
  /** 1 if read-only, otherwise 0. */
  read_only: number;
  /** JSON list of the event types that the session is limited to; null for all. */
  event_types: string | null;
  created_at: number;
  expires_at: number;
}

/** The status of an endpoint's failures with the same cause. */
export interface FailureStatusTable {
  /** The endpoint in the delivery engine. */
  endpoint_id: string;
  /** JSON of the endpoint, the reason, the response status and the error code. */
  cause: string;
  organization_id: string;
  status: FailureCauseStatus;
  changed_at: number;
  /** When a failure opened it: the first one, or the first after it was resolved. Null if only people changed it. */
  opened_at: number | null;
}

/** An origin whose pages can embed an organization's portal. */
export interface PortalOriginTable {
  id: string;
  organization_id: string;
  origin: string;
  created_at: number;
}

/** A subscription of an agent. Its endpoint in the delivery engine has the same ID, and holds URL and secret. */
export interface AgentSubscriptionTable {
  id: string;
  organization_id: string;
  installation_id: string;
  actor_type: "admin" | "member" | "key";
  /** Empty for the administrator. */
  actor_id: string;
  /** The agent of a member; empty without one. */
  client_id: string;
  /** The name of the event. */
  name: string;
  /** JSON object. */
  arguments: string;
  host: string;
  url_hash: string;
  /** 1 if the callback also gets messages other than events. */
  receives_controls: 0 | 1;
  /** When the callback last answered a challenge. */
  verified_at: number;
  created_at: number;
  expires_at: number;
  /** 1 once the subscriber lost access; the row is deleted after its callback was told. */
  ended: 0 | 1;
}

/** Saved filters of deliveries. */
export interface DeliveryViewTable {
  id: string;
  organization_id: string;
  /** The owner, such as `member:usr_1`. */
  owner: string;
  name: string;
  /** JSON of the URL parameters by name. */
  search: string;
  saved_at: number;
}

export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** The number of the current version. */
  version: number;
  created_at: number;
  updated_at: number;
  /** Kept after removal: the name stays reserved for its organization, and version numbers continue. */
  removed_at: number | null;
  /** JSON list of the scopes approved for public listing; null before approval. */
  approved_scopes: Generated<string | null>;
  /** 1 if the current version is listed for every organization, otherwise 0. */
  is_listed: Generated<number>;
  /** Encrypted token of its share link. */
  share_token: Generated<string | null>;
}

/** A version of an integration, with either `url` or `bundle_hash`. */
export interface IntegrationVersionTable {
  integration: string;
  version: number;
  organization_id: string;
  /** JSON of the parsed manifest. */
  manifest: string;
  /** The URL of the integration, to which the envelope's `/{version}` is appended. */
  url: string | null;
  /** The code that the platform runs. */
  bundle_hash: string | null;
  /** The total size of its module and source map. */
  bundle_bytes: number | null;
  /** JSON of the integration's description. */
  description: string;
  /** Encrypted JSON list of the keys that sign envelopes, newest first. */
  signing_secrets: string;
  /** Encrypted JSON object of the manifest's resolved secrets. */
  secrets: string;
  /** The version that this one restored. */
  restored: number | null;
  published_at: number;
}

/** Code of integrations by hash. */
export interface BundleTable {
  hash: string;
  module: Uint8Array;
  source_map: Uint8Array | null;
  /** When it was last published. */
  stored_at: number;
}

/** Files of integrations by the SHA-256 of their content. */
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
  /** The organization of the installation that the line is about. */
  installation_organization_id: string | null;
  /** Increases with each line of the integration. */
  position: number;
  written_at: number;
  version: number;
  kind: "log" | "dispatch";
  /** 0: debug, 1: info, 2: warn, 3: error. */
  level: number;
  installation_id: string | null;
  /** JSON of the other fields, with masked secrets. */
  content: string;
  bytes: number;
}

/** The last position of an integration's log, and how far it was handed to its organization's stream. */
export interface IntegrationLogPositionTable {
  organization_id: string;
  integration: string;
  position: number;
  streamed_position: Generated<number>;
  /** The last line of the batch that is being handed over, so that the batch is the same after a crash. */
  batch_end: number | null;
  /** When to hand over the next batch. Null without a stream and without new lines. */
  stream_due_at: number | null;
}

export interface InstallationTable {
  id: string;
  integration: string;
  organization_id: string;
  status: InstallationStatus;
  /** Encrypted JSON object, which can contain credentials. */
  configuration: string;
  /** JSON list. */
  external_ids: string;
  /** JSON of the selected resources. */
  resource_selection: string;
  /**
   * JSON list of the scopes that its organization consented to; null for all, as in the integration's
   * own organization.
   */
  consented_scopes: Generated<string | null>;
  /**
   * The version that it runs until its organization consents to a newer one; null for the current
   * version.
   */
  pinned_version: Generated<number | null>;
  /** JSON list of problems with the settings that its integration reported, if any. */
  problems: Generated<string | null>;
  /** The reason why it is paused, if one was given. */
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
  /** Encrypted JSON object. */
  configuration: string;
  /** JSON list. */
  external_ids: string;
  /** JSON list of problems with the settings that its integration reported, if any. */
  problems: Generated<string | null>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface EventTable {
  position: Generated<number>;
  id: string;
  type: string;
  organization_id: string;
  /** The only installation to receive the event; null for all installations of the resource. */
  installation_id: string | null;
  /** `organization`, or the kind of the resource that the event is about. */
  resource_kind: ResourceKind;
  resource_id: string;
  /** JSON list of a custom event's channels, if any. */
  channels: Generated<string | null>;
  /** Events of an organization with the same key are delivered in order; null for unordered events. */
  ordering_key: Generated<string | null>;
  /** 1 if a failed delivery blocks later ones. */
  ordering_blocks: Generated<0 | 1>;
  /** 1 until all earlier events with the same ordering key are fanned out. */
  held_back: Generated<0 | 1>;
  /** The ID of the person that the event is about, if any, such as the anonymous ID of a visitor. */
  subject_id: string | null;
  /** JSON of the event without `eventId`, `type` and `installationId`. */
  payload: string;
  /** The earliest time of delivery. */
  due_at: number;
  created_at: number;
  /** The last installation that the event was fanned out to, while fan-out runs in batches. */
  fan_out_after: Generated<string | null>;
  /** When its deliveries were written; null until then. */
  fanned_out_at: number | null;
  leased_until: number;
  /** The trace that it was written in (W3C Trace Context), if any. */
  traceparent: Generated<string | null>;
  /** When its payload was expunged. */
  expunged_at: Generated<number | null>;
  /** The time when delivery stops; null if the endpoints decide. */
  expires_at: Generated<number | null>;
}

/** An event as read from the database. */
export type EventRow = Selectable<EventTable>;

/** A custom event type of an organization. */
export interface CustomEventTypeTable {
  organization_id: string;
  type: string;
  summary: string;
  version: string;
  /** JSON Schema of the event's data; null accepts any data. */
  schema: string | null;
  /** JSON of an example event's data. */
  example: string | null;
  archived_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Counts the events of an organization whose deliveries were written. */
export interface EventUsageTable {
  organization_id: string;
  events: number;
  /** The number of characters in their payloads. */
  characters: number;
}

/** The value of a counter of an organization on one day. */
export interface UsageDayTable {
  organization_id: string;
  /** The UTC day, such as `2026-01-15`. */
  day: string;
  counter: string;
  value: number;
}

/** An installation that received an event, in an envelope or by webhook. */
export interface EventRecipientTable {
  organization_id: string;
  installation_id: string;
  event_position: number;
}

/** A used ticket, which must not be used again. */
export interface UsedTicketTable {
  id: string;
  expires_at: number;
}

/** A caller's use of a quota. */
export interface RateLimitTable {
  /** The quota's name and the caller. */
  id: string;
  /** When the whole quota is available again. */
  full_at: number;
}

/** An integration or organization that is being removed in the background. */
export interface RemovalTable {
  kind: "integration" | "organization";
  /** The name of the integration, or the ID of the organization. */
  subject: string;
  requested_at: number;
  leased_until: number;
}

/** The product that the database is used with, if any. */
export interface StoredProductTable {
  is_only: 1;
  name: string;
}

export interface SettingTable {
  name: string;
  /** Encrypted text. */
  value: string;
}

/** The highest share of a rate limit that an organization used on a day, if it was near the limit. */
export interface QuotaPeakTable {
  organization_id: string;
  /** The UTC day, such as `2026-01-15`. Earlier days are deleted. */
  day: string;
  quota: string;
  percent: number;
}

export interface MemberTable {
  organization_id: string;
  /** The person's ID in the sign-in system. */
  user_id: string;
  name: string;
  email: string | null;
  role: Role;
  created_at: number;
  /** When the member's access was suspended. */
  suspended_at: number | null;
}

/** A user that an organization's identity provider created. */
export interface ProvisionedUserTable {
  id: string;
  organization_id: string;
  user_name: string;
  /** `user_name` in lower case, unique within the organization. */
  user_name_key: string;
  external_id: string | null;
  /** The address of the first sign-in, in lower case, unique within the organization. */
  email: string;
  /** JSON: names and addresses as the identity provider sent them. */
  profile: string;
  /** The role that the identity provider sets, if it does. */
  role: Role | null;
  active: 0 | 1;
  /** The highest role of the user's groups, if one has a role. It replaces `role`. */
  group_role: Role | null;
  /** The member, once the person has signed in. */
  user_id: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A group that an organization's identity provider created. */
export interface ProvisionedGroupTable {
  id: string;
  organization_id: string;
  display_name: string;
  /** `display_name` in lower case, unique within the organization. */
  display_name_key: string;
  external_id: string | null;
  /** The role that an owner chose for the group's members. */
  role: Role | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A provisioned user in a group. */
export interface ProvisionedGroupMemberTable {
  group_id: string;
  provisioned_user_id: string;
  organization_id: string;
}

/** A pending invitation. */
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

/** An entry of the audit log. */
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
  /** When to send it to the organization's stream. Null without a stream, and once it was handed to the delivery engine. */
  stream_due_at: number | null;
}

/** A stream of an organization's audit log or logs. The endpoint in the delivery engine holds URL and secret. */
export interface StreamTable {
  organization_id: string;
  kind: "audit" | "logs";
  endpoint_id: string;
  /** JSON of the filter of log lines. */
  filter: string;
}

/** A submission of an integration for public listing. */
export interface IntegrationReviewTable {
  id: string;
  organization_id: string;
  integration: string;
  version: number;
  /** JSON list. */
  scopes: string;
  status: "submitted" | "approved" | "rejected";
  reason: string | null;
  created_at: number;
  decided_at: number | null;
}

/** A value that an integration stores for an installation. */
export interface StoredValueTable {
  installation_id: string;
  /** `organization` for values of the installation itself, with an empty `resource_id`. */
  resource_kind: ResourceKind;
  resource_id: string;
  /** ASCII. */
  name: string;
  organization_id: string;
  /** Encrypted JSON. */
  value: string;
  version: number;
  /** The size of the name and the JSON. */
  bytes: number;
  expires_at: number | null;
  updated_at: number;
}

/** When a schedule of an installation's integration is due. */
export interface ScheduleTable {
  installation_id: string;
  /** The schedule's ID in the manifest. */
  schedule_id: string;
  organization_id: string;
  integration: string;
  /** JSON of the schedule that the times were computed from; empty until then. */
  definition: string;
  /** The next tick. */
  tick_at: number;
  /** The tick with its jitter. */
  due_at: number;
}

/** A task of an installation. */
export interface TaskTable {
  /** The ID of its event. */
  id: string;
  installation_id: string;
  organization_id: string;
  type: string;
  status: TaskState["status"];
  /** The number of the latest run. */
  run: number;
  /** No other run starts before this time. 0 between runs. */
  leased_until: number;
  run_started_at: number;
  /** The total time of all ended runs. */
  used_milliseconds: number;
  /** JSON. */
  progress: string | null;
  /** Why the last run failed. */
  error: string | null;
  /** The number of finished steps. */
  steps: number;
  step_bytes: number;
  due_at: number;
  expires_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A finished step of a task. */
export interface TaskStepTable {
  task_id: string;
  name: string;
  organization_id: string;
  /** Encrypted JSON; null if the step returned nothing. */
  value: string | null;
}

/** The amount of data an installation stores. Every change of a stored value locks the row. */
export interface StorageUsageTable {
  installation_id: string;
  organization_id: string;
  stored_values: number;
  bytes: number;
  /** Counts the changes. */
  version: number;
}

/** An organization's request quota, set by the platform's administrator. */
export interface OrganizationQuotaTable {
  organization_id: string;
  requests_per_minute: number;
}

/** An organization's other limits, set by the platform's administrator. */
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

/** The platform's tables. The delivery engine has its own. */
export interface Tables {
  script_grants: ScriptGrantTable;
  organizations: OrganizationTable;
  portal_sessions: PortalSessionTable;
  portal_origins: PortalOriginTable;
  failure_statuses: FailureStatusTable;
  agent_subscriptions: AgentSubscriptionTable;
  delivery_views: DeliveryViewTable;
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
  tasks: TaskTable;
  task_steps: TaskStepTable;
  events: EventTable;
  event_recipients: EventRecipientTable;
  event_usage: EventUsageTable;
  usage_days: UsageDayTable;
  quota_peaks: QuotaPeakTable;
  custom_event_types: CustomEventTypeTable;
  settings: SettingTable;
  stored_product: StoredProductTable;
  removals: RemovalTable;
  used_tickets: UsedTicketTable;
  rate_limits: RateLimitTable;
  members: MemberTable;
  provisioned_users: ProvisionedUserTable;
  provisioned_groups: ProvisionedGroupTable;
  provisioned_group_members: ProvisionedGroupMemberTable;
  invitations: InvitationTable;
  api_keys: ApiKeyTable;
  audit_entries: AuditEntryTable;
  streams: StreamTable;
  organization_quotas: OrganizationQuotaTable;
  support_access: SupportAccessTable;
  organization_limits: OrganizationLimitTable;
  integration_reviews: IntegrationReviewTable;
}
