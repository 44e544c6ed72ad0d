/** One step of the schema's history. Steps are only ever added at the end. */
export interface Migration {
  readonly version: number;
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

/** The schema's history. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: tables },
  { version: 2, sql: oneRecoveryAtATime },
];
