/** Types that the two databases spell differently. */
const types = {
  sqlite: { ascii: "text", bytes: "blob", position: "integer primary key autoincrement" },
  postgres: { ascii: 'text collate "C"', bytes: "bytea", position: "bigserial primary key" },
} as const;

/**
 * The statements that create the platform's tables. Every table of an organization has `organization_id`, and
 * an index that starts with it: row isolation, exports and removals compare only that column.
 */
export function describeInitialSchema(dialect: keyof typeof types): readonly string[] {
  const { ascii, bytes, position } = types[dialect];
  return [
    `create table organizations (
      id text primary key,
      title text not null,
      subdomain text not null unique,
      requires_second_factor integer not null default 0
    )`,

    `create table integrations (
      name text primary key,
      organization_id text not null,
      version integer not null,
      created_at bigint not null,
      updated_at bigint not null,
      removed_at bigint,
      approved_scopes text,
      is_listed integer not null default 0,
      share_token text
    )`,
    "create index integrations_listed on integrations (name) where is_listed = 1",
    "create index integrations_of_organization on integrations (organization_id, name)",
    `create table integration_versions (
      integration text not null,
      version integer not null,
      organization_id text not null,
      manifest text not null,
      url text,
      bundle_hash text,
      bundle_bytes integer,
      description text not null,
      signing_secrets text not null,
      secrets text not null,
      restored integer,
      published_at bigint not null,
      primary key (integration, version)
    )`,
    "create index integration_versions_of_organization on integration_versions (organization_id, integration, version)",
    "create index integration_versions_by_bundle on integration_versions (bundle_hash)",
    `create table integration_assets (
      integration text not null,
      version integer not null,
      path text not null,
      organization_id text not null,
      asset_hash text not null,
      primary key (integration, version, path)
    )`,
    "create index integration_assets_of_organization on integration_assets (organization_id, integration, version, path)",
    "create index integration_assets_by_asset on integration_assets (asset_hash)",
    `create table bundles (
      hash text primary key,
      module ${bytes} not null,
      source_map ${bytes},
      stored_at bigint not null
    )`,
    `create table assets (
      hash text primary key,
      content ${bytes} not null,
      stored_at bigint not null
    )`,
    `create table integration_logs (
      integration text not null,
      position bigint not null,
      organization_id text not null,
      installation_organization_id text,
      written_at bigint not null,
      version integer not null,
      kind text not null,
      level integer not null,
      installation_id text,
      content text not null,
      bytes integer not null,
      primary key (integration, position)
    )`,
    "create index integration_logs_of_organization on integration_logs (organization_id, integration, position)",
    `create index integration_logs_of_installations on integration_logs (installation_organization_id, integration, position)
      where installation_organization_id is not null`,
    "create index integration_logs_by_time on integration_logs (written_at)",
    `create table integration_log_positions (
      integration text primary key,
      organization_id text not null,
      position bigint not null,
      streamed_position bigint not null default 0,
      batch_end bigint,
      stream_due_at bigint
    )`,
    "create index integration_log_positions_due on integration_log_positions (stream_due_at) where stream_due_at is not null",
    "create index integration_log_positions_of_organization on integration_log_positions (organization_id, integration)",
    `create table integration_reviews (
      id text primary key,
      organization_id text not null,
      integration text not null,
      version integer not null,
      scopes text not null,
      status text not null,
      reason text,
      created_at bigint not null,
      decided_at bigint
    )`,
    "create index integration_reviews_of_organization on integration_reviews (organization_id, id)",
    "create unique index integration_reviews_open on integration_reviews (integration) where status = 'submitted'",
    `create table script_grants (
      integration text primary key,
      organization_id text not null,
      scopes text not null,
      sources text not null,
      updated_at bigint not null
    )`,
    "create index script_grants_of_organization on script_grants (organization_id, integration)",

    `create table installations (
      id text primary key,
      integration text not null,
      organization_id text not null,
      status text not null,
      configuration text not null,
      external_ids text not null,
      resource_selection text not null,
      consented_scopes text,
      pinned_version integer,
      problems text,
      pause_reason text,
      target text not null,
      created_at bigint not null,
      updated_at bigint not null,
      deleted_at bigint
    )`,
    "create index installations_of_organization on installations (organization_id, id)",
    "create index installations_of_integration on installations (integration, id) where deleted_at is null",
    `create unique index installations_once on installations (organization_id, integration)
      where deleted_at is null`,
    "create index installations_pinned on installations (integration, pinned_version) where pinned_version is not null",
    `create table resource_installations (
      installation_id text not null,
      resource_kind text not null,
      resource_id text not null,
      organization_id text not null,
      status text not null,
      configuration text not null,
      external_ids text not null,
      problems text,
      created_at bigint not null,
      updated_at bigint not null,
      deleted_at bigint,
      primary key (installation_id, resource_kind, resource_id)
    )`,
    `create index resource_installations_of_organization
      on resource_installations (organization_id, installation_id, resource_kind, resource_id)`,
    "create index resource_installations_of_resource on resource_installations (resource_kind, resource_id, installation_id)",

    `create table stored_values (
      installation_id text not null,
      resource_kind text not null,
      resource_id text not null,
      name ${ascii} not null,
      organization_id text not null,
      value text not null,
      version bigint not null,
      bytes integer not null,
      expires_at bigint,
      updated_at bigint not null,
      primary key (installation_id, resource_kind, resource_id, name)
    )`,
    `create index stored_values_of_organization
      on stored_values (organization_id, installation_id, resource_kind, resource_id, name)`,
    "create index stored_values_by_expiry on stored_values (expires_at) where expires_at is not null",
    `create table storage_usage (
      installation_id text primary key,
      organization_id text not null,
      stored_values integer not null,
      bytes bigint not null,
      version bigint not null
    )`,
    "create index storage_usage_of_organization on storage_usage (organization_id, installation_id)",

    `create table schedules (
      installation_id text not null,
      schedule_id text not null,
      organization_id text not null,
      integration text not null,
      definition text not null,
      tick_at bigint not null,
      due_at bigint not null,
      primary key (installation_id, schedule_id)
    )`,
    "create index schedules_of_organization on schedules (organization_id, installation_id, schedule_id)",
    "create index schedules_by_due_time on schedules (due_at)",
    "create index schedules_of_integration on schedules (integration, installation_id)",

    `create table tasks (
      id text primary key,
      installation_id text not null,
      organization_id text not null,
      type text not null,
      status text not null,
      run integer not null,
      leased_until bigint not null,
      run_started_at bigint not null,
      used_milliseconds bigint not null,
      progress text,
      error text,
      steps integer not null,
      step_bytes integer not null,
      due_at bigint not null,
      expires_at bigint,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    "create index tasks_of_organization on tasks (organization_id, id)",
    "create index tasks_of_installation on tasks (installation_id, created_at, id)",
    "create index tasks_by_update on tasks (updated_at)",
    `create table task_steps (
      task_id text not null,
      name text not null,
      organization_id text not null,
      value text,
      primary key (task_id, name)
    )`,
    "create index task_steps_of_organization on task_steps (organization_id, task_id, name)",

    `create table events (
      position ${position},
      id text not null unique,
      organization_id text not null,
      type text not null,
      installation_id text,
      resource_kind text not null,
      resource_id text not null,
      channels text,
      ordering_key text,
      ordering_blocks smallint not null default 0,
      held_back smallint not null default 0,
      subject_id text,
      payload text not null,
      due_at bigint not null,
      expires_at bigint,
      created_at bigint not null,
      fan_out_after text,
      fanned_out_at bigint,
      leased_until bigint not null,
      traceparent text,
      expunged_at bigint
    )`,
    "create index events_of_organization on events (organization_id, position)",
    `create index events_of_subject on events (organization_id, subject_id, position)
      where subject_id is not null`,
    "create index events_waiting_of_organization on events (organization_id) where fanned_out_at is null",
    "create index events_waiting on events (due_at, position) where fanned_out_at is null and held_back = 0",
    "create index events_held_back on events (position) where held_back = 1",
    `create index events_in_order on events (organization_id, ordering_key, position)
      where fanned_out_at is null and ordering_key is not null`,
    `create index events_of_removals on events (installation_id, position)
      where fanned_out_at is null and type like '%installation_deleted'`,
    "create index events_done on events (fanned_out_at) where fanned_out_at is not null",
    `create table event_recipients (
      installation_id text not null,
      event_position bigint not null,
      organization_id text not null,
      primary key (installation_id, event_position)
    )`,
    `create index event_recipients_of_organization
      on event_recipients (organization_id, event_position, installation_id)`,
    `create table event_usage (
      organization_id text primary key,
      events bigint not null,
      characters bigint not null
    )`,
    `create table usage_days (
      organization_id text not null,
      day text not null,
      counter text not null,
      value bigint not null,
      primary key (organization_id, day, counter)
    )`,
    `create table quota_peaks (
      organization_id text not null,
      day text not null,
      quota text not null,
      percent integer not null,
      primary key (organization_id, day, quota)
    )`,
    `create table custom_event_types (
      organization_id text not null,
      type text not null,
      summary text not null,
      version text not null,
      schema text,
      example text,
      archived_at bigint,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (organization_id, type)
    )`,
    `create table delivery_views (
      id text primary key,
      organization_id text not null,
      owner text not null,
      name text not null,
      search text not null,
      saved_at bigint not null,
      unique (organization_id, owner, name)
    )`,
    "create index delivery_views_of_organization on delivery_views (organization_id, id)",

    `create table members (
      organization_id text not null,
      user_id text not null,
      name text not null,
      email text,
      role text not null,
      created_at bigint not null,
      suspended_at bigint,
      primary key (organization_id, user_id)
    )`,
    "create index members_by_user on members (user_id)",
    `create table provisioned_users (
      id text primary key,
      organization_id text not null,
      user_name text not null,
      user_name_key text not null,
      external_id text,
      email text not null,
      profile text not null,
      role text,
      group_role text,
      active integer not null,
      user_id text,
      version integer not null,
      created_at bigint not null,
      updated_at bigint not null,
      unique (organization_id, user_name_key),
      unique (organization_id, email),
      unique (organization_id, user_id)
    )`,
    "create index provisioned_users_of_organization on provisioned_users (organization_id, id)",
    "create index provisioned_users_by_external_id on provisioned_users (organization_id, external_id)",
    "create index provisioned_users_by_email on provisioned_users (email)",
    `create table provisioned_groups (
      id text primary key,
      organization_id text not null,
      display_name text not null,
      display_name_key text not null,
      external_id text,
      role text,
      version integer not null,
      created_at bigint not null,
      updated_at bigint not null,
      unique (organization_id, display_name_key)
    )`,
    "create index provisioned_groups_of_organization on provisioned_groups (organization_id, id)",
    "create index provisioned_groups_by_external_id on provisioned_groups (organization_id, external_id)",
    `create table provisioned_group_members (
      group_id text not null,
      provisioned_user_id text not null,
      organization_id text not null,
      primary key (group_id, provisioned_user_id)
    )`,
    "create index provisioned_group_members_by_user on provisioned_group_members (organization_id, provisioned_user_id, group_id)",
    `create table invitations (
      id text primary key,
      organization_id text not null,
      email text not null,
      role text not null,
      token_hash text not null unique,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    "create index invitations_of_organization on invitations (organization_id, id)",
    `create table api_keys (
      id text primary key,
      organization_id text not null,
      name text not null,
      prefix text not null,
      token_hash text not null unique,
      role text,
      scopes text,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint
    )`,
    "create index api_keys_of_organization on api_keys (organization_id, id)",
    `create table portal_sessions (
      id text primary key,
      organization_id text not null,
      read_only integer not null,
      event_types text,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    "create index portal_sessions_of_organization on portal_sessions (organization_id, id)",
    "create index portal_sessions_by_expiry on portal_sessions (organization_id, expires_at)",
    `create table failure_statuses (
      endpoint_id text not null,
      cause text not null,
      organization_id text not null,
      status text not null,
      changed_at bigint not null,
      opened_at bigint,
      primary key (endpoint_id, cause)
    )`,
    "create index failure_statuses_by_opening on failure_statuses (opened_at)",
    "create index failure_statuses_of_organization on failure_statuses (organization_id, changed_at)",
    `create table portal_origins (
      id text primary key,
      organization_id text not null,
      origin text not null,
      created_at bigint not null
    )`,
    "create unique index portal_origins_of_organization on portal_origins (organization_id, origin)",
    `create table agent_subscriptions (
      id text primary key,
      organization_id text not null,
      installation_id text not null,
      actor_type text not null,
      actor_id text not null,
      client_id text not null,
      name text not null,
      arguments text not null,
      host text not null,
      url_hash text not null,
      receives_controls smallint not null,
      verified_at bigint not null,
      created_at bigint not null,
      expires_at bigint not null,
      ended smallint not null
    )`,
    "create index agent_subscriptions_of_organization on agent_subscriptions (organization_id, id)",
    "create index agent_subscriptions_of_actor on agent_subscriptions (organization_id, actor_type, actor_id, client_id)",
    "create index agent_subscriptions_of_url on agent_subscriptions (organization_id, url_hash)",
    "create index agent_subscriptions_by_expiry on agent_subscriptions (expires_at)",
    "create index agent_subscriptions_ended on agent_subscriptions (ended, id) where ended = 1",
    `create table organization_quotas (
      organization_id text primary key,
      requests_per_minute integer not null
    )`,
    `create table organization_limits (
      organization_id text not null,
      name text not null,
      value bigint not null,
      primary key (organization_id, name)
    )`,
    "create index organization_limits_by_name on organization_limits (name)",
    `create table support_access (
      organization_id text primary key,
      reason text not null,
      expires_at bigint not null
    )`,
    `create table audit_entries (
      id text primary key,
      organization_id text,
      created_at bigint not null,
      actor_type text not null,
      actor_id text not null,
      address text,
      operation text not null,
      resource text not null,
      request text,
      before text,
      after text,
      stream_due_at bigint
    )`,
    "create index audit_entries_due on audit_entries (stream_due_at) where stream_due_at is not null",
    `create table streams (
      organization_id text not null,
      kind text not null,
      endpoint_id text not null,
      filter text not null,
      primary key (organization_id, kind)
    )`,
    "create index audit_entries_by_age on audit_entries (created_at)",
    "create index audit_entries_of_organization on audit_entries (organization_id, id)",

    `create table removals (
      kind text not null,
      subject text not null,
      requested_at bigint not null,
      leased_until bigint not null,
      primary key (kind, subject)
    )`,
    // The primary key allows one row.
    "create table stored_product (is_only smallint primary key, name text not null)",
    "create table settings (name text primary key, value text not null)",
    "create table used_tickets (id text primary key, expires_at bigint not null)",
    "create table rate_limits (id text primary key, full_at double precision not null)",
  ];
}
