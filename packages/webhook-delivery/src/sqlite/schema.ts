import { checkSchemaVersion } from "../queue/check-schema-version.ts";
import { addLatencyColumns } from "../queue/latency-counts.ts";
import { number } from "../rows/columns.ts";
import { withSealedUrl } from "../rows/endpoint-row.ts";
import type { SqliteSession } from "./session.ts";

/** One step of the schema's history. Steps are only ever added at the end. */
interface Migration {
  readonly version: number;
  /** What SQL alone cannot do, before the rest. */
  readonly prepare?: (session: SqliteSession) => void;
  readonly sql: string;
}

// `ready` marks the scheduled deliveries that are due: only those are in the index that claims read, by endpoint, so that a
// claim finds every endpoint's next delivery without looking at the backlog. Retries that lie ahead are in `later` instead.
const tables = `
  CREATE TABLE webhook_endpoints (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE, -- null once deleted
    tenant TEXT NOT NULL,
    url TEXT NOT NULL,
    event_types TEXT NOT NULL,
    secrets TEXT NOT NULL,
    kind TEXT NOT NULL,
    metadata TEXT NOT NULL,
    max_concurrency INTEGER,
    rate_per_second REAL,
    rate_burst INTEGER,
    status TEXT NOT NULL,
    disabled_reason TEXT,
    circuit TEXT, -- null while it is closed without failures
    bucket_full_at REAL NOT NULL DEFAULT 0,
    failing_since INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE webhook_events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event INTEGER NOT NULL,
    endpoint INTEGER NOT NULL,
    state TEXT NOT NULL,
    ready INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    schedule_attempts INTEGER NOT NULL DEFAULT 0,
    fence INTEGER NOT NULL DEFAULT 0,
    lease INTEGER,
    ordering_key TEXT,
    blocks INTEGER NOT NULL DEFAULT 0,
    failure_reason TEXT,
    last_status INTEGER,
    last_error_code TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (event, endpoint)
  ) STRICT;
  CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint, seq);
  CREATE INDEX webhook_deliveries_ready ON webhook_deliveries (endpoint, seq) WHERE ready = 1;
  CREATE INDEX webhook_deliveries_later ON webhook_deliveries (due_at, endpoint) WHERE state = 'scheduled' AND ready = 0;
  CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (endpoint, lease) WHERE state = 'sending';
  CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint, seq, finished_at, failure_reason)
    WHERE state = 'failed';
  CREATE INDEX webhook_deliveries_line ON webhook_deliveries (endpoint, ordering_key, seq)
    WHERE ordering_key IS NOT NULL AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1));

  CREATE TABLE webhook_attempts (
    delivery INTEGER NOT NULL,
    number INTEGER NOT NULL,
    next_at INTEGER,
    result TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
  ) STRICT;

  CREATE TABLE webhook_leases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    expires_at INTEGER NOT NULL
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
    per_second REAL NOT NULL,
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

  CREATE TABLE webhook_endpoint_hours (
    endpoint INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    attempt_milliseconds REAL NOT NULL,
    PRIMARY KEY (endpoint, hour)
  ) STRICT, WITHOUT ROWID;
`;

// Recoveries of a version that let several run at one endpoint end here, but for the first.
const oneRecoveryAtATime = `
  ALTER TABLE webhook_recoveries ADD COLUMN idempotency_key TEXT;
  UPDATE webhook_recoveries SET status = 'canceled', finished_at = created_at
  WHERE status = 'running' AND EXISTS (
    SELECT 1 FROM webhook_recoveries earlier
    WHERE earlier.endpoint = webhook_recoveries.endpoint AND earlier.status = 'running' AND earlier.seq < webhook_recoveries.seq
  );
  CREATE UNIQUE INDEX webhook_recoveries_one_running ON webhook_recoveries (endpoint) WHERE status = 'running';
  CREATE UNIQUE INDEX webhook_recoveries_key ON webhook_recoveries (endpoint, idempotency_key) WHERE idempotency_key IS NOT NULL;
`;

// Holds take the place of the status `paused`. Events belong to a tenant: one that went to endpoints of several is stored once
// for each from here on. An endpoint's URL moves into the sealed text that its secrets are in.
const holdsAndTenants = `
  ALTER TABLE webhook_endpoints RENAME COLUMN secrets TO sealed;
  ALTER TABLE webhook_endpoints DROP COLUMN url;
  ALTER TABLE webhook_endpoints ADD COLUMN holds TEXT NOT NULL DEFAULT '[]';
  UPDATE webhook_endpoints SET status = 'active', holds = '["paused"]' WHERE status = 'paused';
  CREATE INDEX webhook_endpoints_tenant ON webhook_endpoints (tenant, seq);

  CREATE TABLE webhook_tenants (id TEXT PRIMARY KEY, holds TEXT NOT NULL) STRICT, WITHOUT ROWID;

  ALTER TABLE webhook_events RENAME TO webhook_old_events;
  CREATE TABLE webhook_events (
    seq INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    metadata TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    UNIQUE (id, tenant)
  ) STRICT;
  INSERT INTO webhook_events (seq, tenant, id, type, body, created_at)
    SELECT seq, coalesce((SELECT e.tenant FROM webhook_deliveries d JOIN webhook_endpoints e ON e.seq = d.endpoint
      WHERE d.event = v.seq ORDER BY d.endpoint LIMIT 1), ''), id, type, body, created_at FROM webhook_old_events v;
  INSERT INTO webhook_events (tenant, id, type, body, created_at)
    SELECT DISTINCT e.tenant, v.id, v.type, v.body, v.created_at
    FROM webhook_deliveries d JOIN webhook_events v ON v.seq = d.event JOIN webhook_endpoints e ON e.seq = d.endpoint
    WHERE e.tenant <> v.tenant;
  UPDATE webhook_deliveries SET event = own.seq
    FROM webhook_events own, webhook_events shared, webhook_endpoints e
    WHERE shared.seq = webhook_deliveries.event AND e.seq = webhook_deliveries.endpoint AND e.tenant <> shared.tenant
      AND own.id = shared.id AND own.tenant = e.tenant;
  DROP TABLE webhook_old_events;
`;

// Every list reads an index from its newest end, whatever it asks for. Retention reads what is finished from its oldest. A turn
// stands for an endpoint that may have something due; one that is held, or is to be left alone for a while, has a time before
// which no claim looks at it.
const listsAndTurns = `
  CREATE INDEX webhook_events_type ON webhook_events (type, seq);
  CREATE INDEX webhook_events_created ON webhook_events (created_at, seq);

  DROP INDEX webhook_deliveries_endpoint;
  DROP INDEX webhook_deliveries_failed;
  CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint, event) WHERE finished_at IS NULL;
  CREATE INDEX webhook_deliveries_delivered ON webhook_deliveries (endpoint, event) WHERE state = 'delivered';
  CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint, event, finished_at, failure_reason)
    WHERE state = 'failed';
  CREATE INDEX webhook_deliveries_all_open ON webhook_deliveries (event, endpoint) WHERE finished_at IS NULL;
  CREATE INDEX webhook_deliveries_all_delivered ON webhook_deliveries (event, endpoint) WHERE state = 'delivered';
  CREATE INDEX webhook_deliveries_all_failed ON webhook_deliveries (event, endpoint) WHERE state = 'failed';
  CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (state, finished_at)
    WHERE finished_at IS NOT NULL AND (state = 'delivered' OR blocks = 0);
  CREATE INDEX webhook_endpoint_hours_hour ON webhook_endpoint_hours (hour);
  UPDATE webhook_recoveries SET position = coalesce((SELECT event FROM webhook_deliveries WHERE seq = position), 0)
    WHERE status = 'running';

  CREATE TABLE webhook_turns (
    endpoint INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    noted_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX webhook_turns_open ON webhook_turns (tenant, endpoint) WHERE not_before = 0;
  CREATE INDEX webhook_turns_later ON webhook_turns (not_before, endpoint) WHERE not_before > 0;
  CREATE INDEX webhook_turns_noted ON webhook_turns (noted_at) WHERE not_before > 0;

  -- When a due time was set, so that one that was set by a clock far ahead is known as such.
  ALTER TABLE webhook_deliveries ADD COLUMN scheduled_at INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX webhook_deliveries_scheduled ON webhook_deliveries (scheduled_at) WHERE state = 'scheduled' AND ready = 0;
  ALTER TABLE webhook_leases ADD COLUMN renewed_at INTEGER NOT NULL DEFAULT 0;
  INSERT INTO webhook_turns (endpoint, tenant, not_before)
    SELECT e.seq, e.tenant, 0 FROM webhook_endpoints e
    WHERE EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.seq AND d.ready = 1);
`;

// What an endpoint wants of the events of its types: conditions and channels, as JSON.
const subscriptions = `
  ALTER TABLE webhook_endpoints ADD COLUMN subscription TEXT;
`;

// What a recovery selects beside its endpoint and its first time, as JSON.
const recoverySelections = `
  ALTER TABLE webhook_recoveries ADD COLUMN selection TEXT NOT NULL DEFAULT '{}';
`;

// When the body of an event was removed.
const expunging = `
  ALTER TABLE webhook_events ADD COLUMN expunged_at INTEGER;
`;

const expiries = `
  ALTER TABLE webhook_events ADD COLUMN expires_at INTEGER;
`;

// That somebody sent it again, which was seen from the numbers of its attempts before.
const sendingAgain = `
  ALTER TABLE webhook_deliveries ADD COLUMN sent_again INTEGER NOT NULL DEFAULT 0;
  UPDATE webhook_deliveries SET sent_again = 1 WHERE finished_at IS NULL AND schedule_attempts < attempts;
`;

// Endpoints whose consumers poll have the position of the delivery that they were handed out last, deliveries that of their own.
const polling = `
  ALTER TABLE webhook_endpoints ADD COLUMN poll_position INTEGER;
  CREATE INDEX webhook_endpoints_polling ON webhook_endpoints (seq) WHERE poll_position IS NOT NULL;
  ALTER TABLE webhook_deliveries ADD COLUMN poll_position INTEGER;
  CREATE INDEX webhook_deliveries_polled ON webhook_deliveries (endpoint, poll_position)
    WHERE state = 'sending' AND poll_position IS NOT NULL;
`;

function sealUrls({ prepare, secretBox }: SqliteSession): void {
  const update = prepare("UPDATE webhook_endpoints SET secrets = ? WHERE seq = ?");
  for (const row of prepare("SELECT seq, url, secrets FROM webhook_endpoints WHERE id IS NOT NULL").all()) {
    update.run(withSealedUrl(row, secretBox), number(row, "seq"));
  }
}

const migrations: readonly Migration[] = [
  { version: 1, sql: tables },
  { version: 2, sql: oneRecoveryAtATime },
  { version: 3, prepare: sealUrls, sql: holdsAndTenants + listsAndTurns },
  { version: 4, sql: subscriptions },
  { version: 5, sql: addLatencyColumns("webhook_endpoint_hours") },
  { version: 6, sql: recoverySelections },
  { version: 7, sql: expiries },
  { version: 8, sql: expunging },
  { version: 9, sql: sendingAgain },
  { version: 10, sql: polling },
];

/**
 * Brings the tables up to date. Throws `DeliveryError` (`schema_too_new`) when a newer version of the package made them.
 *
 * @param upTo the version to stop at, for tests of the upgrade
 */
export function migrateSqlite(session: SqliteSession, upTo: number = Infinity): Promise<void> {
  const { database, transact, first, now } = session;
  return transact(() => {
    database.exec(
      "CREATE TABLE IF NOT EXISTS webhook_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    );
    const newestApplied = first("SELECT coalesce(max(version), 0) AS version FROM webhook_migrations");
    const current = number(newestApplied, "version");
    checkSchemaVersion(current, migrations.length);
    const note = database.prepare("INSERT INTO webhook_migrations (version, applied_at) VALUES (?, ?)");
    for (const { version, prepare, sql } of migrations) {
      if (version <= current || version > upTo) continue;
      prepare?.(session);
      database.exec(sql);
      note.run(version, now());
    }
  });
}
