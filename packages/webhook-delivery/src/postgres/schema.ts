/** One step of the schema's history. Steps are only ever added at the end. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

// `ready` marks the scheduled deliveries that are due: only those are in the index that claims read, by endpoint, so that a
// claim finds every endpoint's next delivery without looking at the backlog. Retries that lie ahead are in `later` instead.
// There are no foreign keys: the store is the only writer, and their locks would be most of what an insert costs.
const tables = `
  CREATE TABLE webhooks.endpoints (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text UNIQUE, -- null once deleted
    tenant text NOT NULL,
    url text NOT NULL,
    event_types text NOT NULL,
    secrets text NOT NULL,
    kind text NOT NULL,
    metadata text NOT NULL,
    max_concurrency integer,
    rate_per_second double precision,
    rate_burst integer,
    status text NOT NULL,
    disabled_reason text,
    circuit text, -- null while it is closed without failures
    bucket_full_at double precision NOT NULL DEFAULT 0,
    failing_since bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );

  CREATE TABLE webhooks.events (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    type text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL
  );

  CREATE TABLE webhooks.deliveries (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event bigint NOT NULL,
    endpoint bigint NOT NULL,
    state text NOT NULL,
    ready boolean NOT NULL,
    due_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    schedule_attempts integer NOT NULL DEFAULT 0,
    fence integer NOT NULL DEFAULT 0,
    lease bigint,
    ordering_key text,
    blocks smallint NOT NULL DEFAULT 0,
    failure_reason text,
    last_status integer,
    last_error_code text,
    created_at bigint NOT NULL,
    finished_at bigint,
    UNIQUE (event, endpoint)
  ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0.1);
  CREATE INDEX deliveries_endpoint ON webhooks.deliveries (endpoint, seq);
  CREATE INDEX deliveries_ready ON webhooks.deliveries (endpoint, seq) WHERE ready;
  CREATE INDEX deliveries_later ON webhooks.deliveries (due_at, endpoint) WHERE state = 'scheduled' AND NOT ready;
  CREATE INDEX deliveries_sending ON webhooks.deliveries (endpoint, lease) WHERE state = 'sending';
  CREATE INDEX deliveries_failed ON webhooks.deliveries (endpoint, seq, finished_at, failure_reason)
    WHERE state = 'failed';
  CREATE INDEX deliveries_line ON webhooks.deliveries (endpoint, ordering_key, seq)
    WHERE ordering_key IS NOT NULL AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1));

  CREATE TABLE webhooks.attempts (
    delivery bigint NOT NULL,
    number integer NOT NULL,
    next_at bigint,
    result text NOT NULL,
    PRIMARY KEY (delivery, number)
  );

  CREATE TABLE webhooks.leases (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    expires_at bigint NOT NULL
  );

  CREATE TABLE webhooks.notices (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    reason text NOT NULL,
    disabled_at bigint NOT NULL,
    failing_since bigint
  );

  CREATE TABLE webhooks.recoveries (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    failed_since bigint NOT NULL,
    per_second double precision NOT NULL,
    status text NOT NULL,
    recovered integer NOT NULL DEFAULT 0,
    total integer NOT NULL,
    position bigint NOT NULL DEFAULT 0,
    next_at bigint NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint
  );
  CREATE INDEX recoveries_endpoint ON webhooks.recoveries (endpoint, seq);
  CREATE INDEX recoveries_running ON webhooks.recoveries (next_at) WHERE status = 'running';

  CREATE TABLE webhooks.endpoint_hours (
    endpoint bigint NOT NULL,
    hour bigint NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL,
    attempts integer NOT NULL,
    attempt_milliseconds double precision NOT NULL,
    PRIMARY KEY (endpoint, hour)
  ) WITH (fillfactor = 50);
`;

// Recoveries of a version that let several run at one endpoint end here, but for the first.
const oneRecoveryAtATime = `
  ALTER TABLE webhooks.recoveries ADD COLUMN idempotency_key text;
  UPDATE webhooks.recoveries SET status = 'canceled', finished_at = created_at
  WHERE status = 'running' AND EXISTS (
    SELECT 1 FROM webhooks.recoveries earlier
    WHERE earlier.endpoint = webhooks.recoveries.endpoint AND earlier.status = 'running' AND earlier.seq < webhooks.recoveries.seq
  );
  CREATE UNIQUE INDEX recoveries_one_running ON webhooks.recoveries (endpoint) WHERE status = 'running';
  CREATE UNIQUE INDEX recoveries_key ON webhooks.recoveries (endpoint, idempotency_key) WHERE idempotency_key IS NOT NULL;
`;

/** The schema's history. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: tables },
  { version: 2, sql: oneRecoveryAtATime },
];
