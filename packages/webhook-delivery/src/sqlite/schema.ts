import { checkSchemaVersion } from "../queue/check-schema-version.ts";
import { latencyColumns } from "../queue/latency-counts.ts";
import { number } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";

/** A migration step. New steps are only added at the end. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

// `ready` marks scheduled deliveries that are due: only those are in the index that claims read, by endpoint,
// so a claim finds every endpoint's next delivery without reading the backlog. Future retries are in `later`
// instead. Every list reads an index from its newest end, whatever its filters. Retention reads finished
// deliveries from the oldest. A turn means that an endpoint may have due deliveries; a held or postponed
// endpoint has a time before which claims skip it.
const tables = `
  CREATE TABLE webhook_endpoints (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE, -- null once deleted
    tenant TEXT NOT NULL,
    fairness_group TEXT NOT NULL,
    event_types TEXT NOT NULL,
    subscription TEXT, -- JSON of the filter and the channels
    encrypted TEXT NOT NULL, -- the URL, the secrets and the request options
    kind TEXT NOT NULL,
    metadata TEXT NOT NULL,
    holds TEXT NOT NULL DEFAULT '[]',
    max_concurrency INTEGER,
    rate_per_second REAL,
    rate_burst INTEGER,
    status TEXT NOT NULL,
    disabled_reason TEXT,
    circuit TEXT, -- null while it is closed without failures
    bucket_full_at REAL NOT NULL DEFAULT 0,
    failing_since INTEGER,
    poll_position INTEGER, -- of the delivery handed out last; null for endpoints that are sent to
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_endpoints_tenant ON webhook_endpoints (tenant, seq);
  CREATE INDEX webhook_endpoints_polling ON webhook_endpoints (seq) WHERE poll_position IS NOT NULL;

  CREATE TABLE webhook_tenants (id TEXT PRIMARY KEY, holds TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE webhook_events (
    seq INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    metadata TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    expunged_at INTEGER, -- when the body was removed
    UNIQUE (id, tenant)
  ) STRICT;
  CREATE INDEX webhook_events_type ON webhook_events (type, seq);
  CREATE INDEX webhook_events_created ON webhook_events (created_at, seq);

  CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event INTEGER NOT NULL,
    endpoint INTEGER NOT NULL,
    state TEXT NOT NULL,
    ready INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    scheduled_at INTEGER NOT NULL DEFAULT 0, -- when the due time was set: one that a clock far ahead set is known by it
    attempts INTEGER NOT NULL DEFAULT 0,
    schedule_attempts INTEGER NOT NULL DEFAULT 0,
    resent INTEGER NOT NULL DEFAULT 0,
    fence INTEGER NOT NULL DEFAULT 0,
    lease INTEGER,
    poll_position INTEGER,
    ordering_key TEXT,
    blocks INTEGER NOT NULL DEFAULT 0,
    failure_reason TEXT,
    last_status INTEGER,
    last_error_code TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (event, endpoint)
  ) STRICT;
  CREATE INDEX webhook_deliveries_ready ON webhook_deliveries (endpoint, seq) WHERE ready = 1;
  CREATE INDEX webhook_deliveries_later ON webhook_deliveries (due_at, endpoint) WHERE state = 'scheduled' AND ready = 0;
  CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint, due_at) WHERE state = 'scheduled' AND ready = 0;
  CREATE INDEX webhook_deliveries_retried ON webhook_deliveries (endpoint, attempts) WHERE attempts > 1;
  CREATE INDEX webhook_deliveries_all_retried ON webhook_deliveries (attempts) WHERE attempts > 1;
  CREATE INDEX webhook_deliveries_scheduled ON webhook_deliveries (scheduled_at) WHERE state = 'scheduled' AND ready = 0;
  CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (endpoint, lease) WHERE state = 'sending';
  CREATE INDEX webhook_deliveries_polled ON webhook_deliveries (endpoint, poll_position)
    WHERE state = 'sending' AND poll_position IS NOT NULL;
  CREATE INDEX webhook_deliveries_line ON webhook_deliveries (endpoint, ordering_key, seq)
    WHERE ordering_key IS NOT NULL AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1));
  CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint, event) WHERE finished_at IS NULL;
  CREATE INDEX webhook_deliveries_delivered ON webhook_deliveries (endpoint, event) WHERE state = 'delivered';
  CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint, event, finished_at, failure_reason)
    WHERE state = 'failed';
  CREATE INDEX webhook_deliveries_all_open ON webhook_deliveries (event, endpoint) WHERE finished_at IS NULL;
  CREATE INDEX webhook_deliveries_all_delivered ON webhook_deliveries (event, endpoint) WHERE state = 'delivered';
  CREATE INDEX webhook_deliveries_all_failed ON webhook_deliveries (event, endpoint) WHERE state = 'failed';
  CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (state, finished_at)
    WHERE finished_at IS NOT NULL AND (state = 'delivered' OR blocks = 0);

  CREATE TABLE webhook_attempts (
    delivery INTEGER NOT NULL,
    number INTEGER NOT NULL,
    next_at INTEGER,
    result TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
  ) STRICT;

  CREATE TABLE webhook_turns (
    endpoint INTEGER PRIMARY KEY,
    fairness_group TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    noted_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX webhook_turns_open ON webhook_turns (fairness_group, endpoint) WHERE not_before = 0;
  CREATE INDEX webhook_turns_later ON webhook_turns (not_before, endpoint) WHERE not_before > 0;
  CREATE INDEX webhook_turns_noted ON webhook_turns (noted_at) WHERE not_before > 0;

  CREATE TABLE webhook_leases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    expires_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE webhook_notices (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint INTEGER NOT NULL,
    reason TEXT NOT NULL,
    disabled_at INTEGER NOT NULL,
    failing_since INTEGER
  ) STRICT;

  CREATE TABLE webhook_recoveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint INTEGER NOT NULL,
    failed_since INTEGER NOT NULL,
    selection TEXT NOT NULL DEFAULT '{}',
    per_second REAL NOT NULL,
    idempotency_key TEXT,
    status TEXT NOT NULL,
    recovered INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL,
    position INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX webhook_recoveries_endpoint ON webhook_recoveries (endpoint, seq);
  CREATE INDEX webhook_recoveries_running ON webhook_recoveries (next_at) WHERE status = 'running';
  CREATE UNIQUE INDEX webhook_recoveries_one_running ON webhook_recoveries (endpoint) WHERE status = 'running';
  CREATE UNIQUE INDEX webhook_recoveries_key ON webhook_recoveries (endpoint, idempotency_key)
    WHERE idempotency_key IS NOT NULL;

  CREATE TABLE webhook_endpoint_hours (
    endpoint INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    attempt_milliseconds REAL NOT NULL,
    ${latencyColumns.map((column) => `${column} INTEGER NOT NULL DEFAULT 0`).join(", ")},
    PRIMARY KEY (endpoint, hour)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_endpoint_hours_hour ON webhook_endpoint_hours (hour);
`;

/** The migration steps. */
export const migrations: readonly Migration[] = [{ version: 1, sql: tables }];

/**
 * Upgrades the tables. Throws `DeliveryError` (`schema_too_new`) if a newer version of the package created
 * them.
 *
 * @param steps overrides the schema's own steps, for upgrade tests
 */
export function migrateSqlite(
  session: SqliteSession,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const { database, transact, first, now } = session;
  return transact(() => {
    database.exec(
      "CREATE TABLE IF NOT EXISTS webhook_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    );
    const newestApplied = first("SELECT coalesce(max(version), 0) AS version FROM webhook_migrations");
    const current = number(newestApplied, "version");
    checkSchemaVersion(current, steps.length);
    const note = database.prepare("INSERT INTO webhook_migrations (version, applied_at) VALUES (?, ?)");
    for (const { version, sql } of steps) {
      if (version <= current) continue;
      database.exec(sql);
      note.run(version, now());
    }
  });
}
