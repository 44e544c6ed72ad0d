import { latencyColumns } from "../queue/latency-counts.ts";

/** A migration step. New steps are only added at the end. */
export interface Migration {
  readonly version: number;
  /** Run one at a time: a schema distributed by Citus rejects several in one query. */
  readonly statements: readonly string[];
}

/** The number of rows that replace advisory locks. */
export const lockCount = 1_024;

// `ready` marks scheduled deliveries that are due: only those are in the index that claims read, by endpoint,
// so a claim finds every endpoint's next delivery without reading the backlog. Future retries are in `later`
// instead. There are no foreign keys: the store is the only writer, and foreign keys' locks would be most of
// the cost of an insert. Every list reads an index from its newest end, whatever its filters. Retention reads
// finished deliveries from the oldest. A turn means that an endpoint may have due deliveries. Every change
// that makes deliveries due adds a turn in the same transaction, so a claim that sees a turn also sees its
// deliveries. A claim that finds no more can therefore remove the turns it saw without a lock. The turns of a
// held or postponed endpoint have a time before which claims skip them.
const tables: readonly string[] = [
  `CREATE TABLE webhooks.endpoints (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text UNIQUE, -- null once deleted
    tenant text NOT NULL,
    fairness_group text NOT NULL,
    event_types text NOT NULL,
    subscription text, -- JSON of the filter and the channels
    encrypted text NOT NULL, -- the URL, the secrets and the request options
    kind text NOT NULL,
    metadata text NOT NULL,
    holds text NOT NULL DEFAULT '[]',
    max_concurrency integer,
    rate_per_second double precision,
    rate_burst integer,
    status text NOT NULL,
    disabled_reason text,
    circuit text, -- null while it is closed without failures
    bucket_full_at double precision NOT NULL DEFAULT 0,
    failing_since bigint,
    poll_position bigint, -- of the delivery handed out last; null for endpoints that are sent to
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,
  "CREATE INDEX endpoints_tenant ON webhooks.endpoints (tenant, seq)",
  "CREATE INDEX endpoints_polling ON webhooks.endpoints (seq) WHERE poll_position IS NOT NULL",
  "CREATE TABLE webhooks.tenants (id text PRIMARY KEY, holds text NOT NULL DEFAULT '[]')",

  `CREATE TABLE webhooks.events (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL DEFAULT '',
    id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    bytes integer NOT NULL DEFAULT 0,
    metadata text NOT NULL DEFAULT '{}',
    created_at bigint NOT NULL,
    expires_at bigint,
    expunged_at bigint, -- when the body was removed
    UNIQUE (id, tenant)
  )`,
  "CREATE INDEX events_type ON webhooks.events (type, seq)",
  "CREATE INDEX events_created ON webhooks.events (created_at, seq)",

  `CREATE TABLE webhooks.deliveries (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event bigint NOT NULL,
    endpoint bigint NOT NULL,
    state text NOT NULL,
    ready boolean NOT NULL,
    due_at bigint NOT NULL,
    scheduled_at bigint NOT NULL DEFAULT 0, -- when the due time was set: one that a clock far ahead set is known by it
    attempts integer NOT NULL DEFAULT 0,
    schedule_attempts integer NOT NULL DEFAULT 0,
    resent smallint NOT NULL DEFAULT 0,
    fence integer NOT NULL DEFAULT 0,
    lease bigint,
    poll_position bigint,
    ordering_key text,
    blocks smallint NOT NULL DEFAULT 0,
    failure_reason text,
    last_status integer,
    last_error_code text,
    created_at bigint NOT NULL,
    finished_at bigint,
    UNIQUE (event, endpoint)
  ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0.1)`,
  "CREATE INDEX deliveries_ready ON webhooks.deliveries (endpoint, seq) WHERE ready",
  "CREATE INDEX deliveries_later ON webhooks.deliveries (due_at, endpoint) WHERE state = 'scheduled' AND NOT ready",
  "CREATE INDEX deliveries_next ON webhooks.deliveries (endpoint, due_at, seq) WHERE state = 'scheduled' AND NOT ready",
  "CREATE INDEX deliveries_retried ON webhooks.deliveries (endpoint, attempts, seq) WHERE attempts > 1",
  "CREATE INDEX deliveries_all_retried ON webhooks.deliveries (attempts, seq) WHERE attempts > 1",
  "CREATE INDEX deliveries_scheduled ON webhooks.deliveries (scheduled_at, seq) WHERE state = 'scheduled' AND NOT ready",
  "CREATE INDEX deliveries_sending ON webhooks.deliveries (endpoint, lease) WHERE state = 'sending'",
  `CREATE INDEX deliveries_polled ON webhooks.deliveries (endpoint, poll_position)
    WHERE state = 'sending' AND poll_position IS NOT NULL`,
  `CREATE INDEX deliveries_line ON webhooks.deliveries (endpoint, ordering_key, seq)
    WHERE ordering_key IS NOT NULL AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1))`,
  "CREATE INDEX deliveries_open ON webhooks.deliveries (endpoint, event) WHERE finished_at IS NULL",
  "CREATE INDEX deliveries_delivered ON webhooks.deliveries (endpoint, event) WHERE state = 'delivered'",
  `CREATE INDEX deliveries_failed ON webhooks.deliveries (endpoint, event, finished_at, failure_reason)
    WHERE state = 'failed'`,
  "CREATE INDEX deliveries_all_open ON webhooks.deliveries (event, endpoint) WHERE finished_at IS NULL",
  "CREATE INDEX deliveries_all_delivered ON webhooks.deliveries (event, endpoint) WHERE state = 'delivered'",
  "CREATE INDEX deliveries_all_failed ON webhooks.deliveries (event, endpoint) WHERE state = 'failed'",
  `CREATE INDEX deliveries_finished ON webhooks.deliveries (state, finished_at)
    WHERE finished_at IS NOT NULL AND (state = 'delivered' OR blocks = 0)`,

  `CREATE TABLE webhooks.attempts (
    delivery bigint NOT NULL,
    number integer NOT NULL,
    next_at bigint,
    result text NOT NULL,
    PRIMARY KEY (delivery, number)
  )`,

  `CREATE TABLE webhooks.turns (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    fairness_group text NOT NULL,
    not_before bigint NOT NULL DEFAULT 0,
    noted_at bigint NOT NULL DEFAULT 0
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`,
  "CREATE INDEX turns_open ON webhooks.turns (fairness_group, endpoint, seq) WHERE not_before = 0",
  "CREATE INDEX turns_later ON webhooks.turns (not_before, seq) WHERE not_before > 0",
  "CREATE INDEX turns_endpoint ON webhooks.turns (endpoint, seq)",
  "CREATE INDEX turns_noted ON webhooks.turns (noted_at, seq) WHERE not_before > 0",

  `CREATE TABLE webhooks.leases (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    expires_at bigint NOT NULL,
    renewed_at bigint NOT NULL DEFAULT 0
  )`,

  `CREATE TABLE webhooks.notices (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    reason text NOT NULL,
    disabled_at bigint NOT NULL,
    failing_since bigint
  )`,

  `CREATE TABLE webhooks.recoveries (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    failed_since bigint NOT NULL,
    selection text NOT NULL DEFAULT '{}',
    per_second double precision NOT NULL,
    idempotency_key text,
    status text NOT NULL,
    recovered integer NOT NULL DEFAULT 0,
    total integer NOT NULL,
    position bigint NOT NULL DEFAULT 0,
    next_at bigint NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint
  )`,
  "CREATE INDEX recoveries_endpoint ON webhooks.recoveries (endpoint, seq)",
  "CREATE INDEX recoveries_running ON webhooks.recoveries (next_at) WHERE status = 'running'",
  "CREATE UNIQUE INDEX recoveries_one_running ON webhooks.recoveries (endpoint) WHERE status = 'running'",
  `CREATE UNIQUE INDEX recoveries_key ON webhooks.recoveries (endpoint, idempotency_key)
    WHERE idempotency_key IS NOT NULL`,

  `CREATE TABLE webhooks.endpoint_hours (
    endpoint bigint NOT NULL,
    hour bigint NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL,
    attempts integer NOT NULL,
    attempt_milliseconds double precision NOT NULL,
    ${latencyColumns.map((column) => `${column} integer NOT NULL DEFAULT 0`).join(", ")},
    PRIMARY KEY (endpoint, hour)
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX endpoint_hours_hour ON webhooks.endpoint_hours (hour)",

  "CREATE TABLE webhooks.locks (id bigint PRIMARY KEY)",
  `INSERT INTO webhooks.locks (id) SELECT n FROM generate_series(0, ${lockCount - 1}) AS n`,
];

/** The migration steps. */
export const migrations: readonly Migration[] = [{ version: 1, statements: tables }];
