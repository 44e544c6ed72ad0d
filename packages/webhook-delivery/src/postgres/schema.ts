import type { SecretBox } from "../store/delivery-store.ts";
import { addLatencyColumns } from "../queue/latency-counts.ts";
import { number } from "../rows/columns.ts";
import { withSealedUrl } from "../rows/endpoint-row.ts";
import type { Query } from "./session.ts";

/** One step of the schema's history. Steps are only ever added at the end. */
export interface Migration {
  readonly version: number;
  /** What SQL alone cannot do, before the rest. */
  readonly prepare?: (query: Query, secretBox: SecretBox) => Promise<void>;
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

// Holds take the place of the status `paused`. Events belong to a tenant: one that went to endpoints of several is stored once
// for each from here on. An endpoint's URL moves into the sealed text that its secrets are in.
const holdsAndTenants = `
  ALTER TABLE webhooks.endpoints RENAME COLUMN secrets TO sealed;
  ALTER TABLE webhooks.endpoints DROP COLUMN url;
  ALTER TABLE webhooks.endpoints ADD COLUMN holds text NOT NULL DEFAULT '[]';
  UPDATE webhooks.endpoints SET status = 'active', holds = '["paused"]' WHERE status = 'paused';
  CREATE INDEX endpoints_tenant ON webhooks.endpoints (tenant, seq);

  CREATE TABLE webhooks.tenants (id text PRIMARY KEY, holds text NOT NULL DEFAULT '[]');

  ALTER TABLE webhooks.events ADD COLUMN tenant text NOT NULL DEFAULT '', ADD COLUMN metadata text NOT NULL DEFAULT '{}';
  UPDATE webhooks.events AS v SET tenant = e.tenant
    FROM (SELECT DISTINCT ON (event) event, endpoint FROM webhooks.deliveries ORDER BY event, endpoint) AS d
    JOIN webhooks.endpoints AS e ON e.seq = d.endpoint
    WHERE d.event = v.seq AND e.tenant <> '';
  ALTER TABLE webhooks.events DROP CONSTRAINT events_id_key, ADD UNIQUE (id, tenant);
  INSERT INTO webhooks.events (tenant, id, type, body, created_at)
    SELECT DISTINCT e.tenant, v.id, v.type, v.body, v.created_at
    FROM webhooks.deliveries AS d JOIN webhooks.events AS v ON v.seq = d.event
    JOIN webhooks.endpoints AS e ON e.seq = d.endpoint
    WHERE e.tenant <> v.tenant;
  UPDATE webhooks.deliveries AS d SET event = own.seq
    FROM webhooks.events AS own, webhooks.events AS shared, webhooks.endpoints AS e
    WHERE shared.seq = d.event AND e.seq = d.endpoint AND e.tenant <> shared.tenant
      AND own.id = shared.id AND own.tenant = e.tenant;
`;

// Every list reads an index from its newest end, whatever it asks for. Retention reads what is finished from its oldest. A turn
// says that an endpoint may have something due. Whatever makes deliveries due adds one in the same transaction, always: whoever
// sees a turn then sees what it stands for, so that a claim which finds nothing more may remove the turns it saw, and no lock is
// needed. The turns of an endpoint that is held, or is to be left alone for a while, have a time before which no claim looks.
const listsAndTurns = `
  CREATE INDEX events_type ON webhooks.events (type, seq);
  CREATE INDEX events_created ON webhooks.events (created_at, seq);
  ALTER TABLE webhooks.events ADD COLUMN bytes integer NOT NULL DEFAULT 0;
  UPDATE webhooks.events SET bytes = octet_length(body);

  DROP INDEX webhooks.deliveries_endpoint;
  DROP INDEX webhooks.deliveries_failed;
  CREATE INDEX deliveries_open ON webhooks.deliveries (endpoint, event) WHERE finished_at IS NULL;
  CREATE INDEX deliveries_delivered ON webhooks.deliveries (endpoint, event) WHERE state = 'delivered';
  CREATE INDEX deliveries_failed ON webhooks.deliveries (endpoint, event, finished_at, failure_reason)
    WHERE state = 'failed';
  CREATE INDEX deliveries_all_open ON webhooks.deliveries (event, endpoint) WHERE finished_at IS NULL;
  CREATE INDEX deliveries_all_delivered ON webhooks.deliveries (event, endpoint) WHERE state = 'delivered';
  CREATE INDEX deliveries_all_failed ON webhooks.deliveries (event, endpoint) WHERE state = 'failed';
  CREATE INDEX deliveries_finished ON webhooks.deliveries (state, finished_at)
    WHERE finished_at IS NOT NULL AND (state = 'delivered' OR blocks = 0);
  CREATE INDEX endpoint_hours_hour ON webhooks.endpoint_hours (hour);
  UPDATE webhooks.recoveries AS r SET position = coalesce((SELECT event FROM webhooks.deliveries WHERE seq = r.position), 0)
    WHERE status = 'running';

  CREATE TABLE webhooks.turns (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint bigint NOT NULL,
    tenant text NOT NULL,
    not_before bigint NOT NULL DEFAULT 0,
    noted_at bigint NOT NULL DEFAULT 0
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
  CREATE INDEX turns_open ON webhooks.turns (tenant, endpoint, seq) WHERE not_before = 0;
  CREATE INDEX turns_later ON webhooks.turns (not_before, seq) WHERE not_before > 0;
  CREATE INDEX turns_endpoint ON webhooks.turns (endpoint, seq);
  CREATE INDEX turns_noted ON webhooks.turns (noted_at, seq) WHERE not_before > 0;

  -- When a due time was set, so that one that was set by a clock far ahead is known as such.
  ALTER TABLE webhooks.deliveries ADD COLUMN scheduled_at bigint NOT NULL DEFAULT 0;
  CREATE INDEX deliveries_scheduled ON webhooks.deliveries (scheduled_at, seq) WHERE state = 'scheduled' AND NOT ready;
  ALTER TABLE webhooks.leases ADD COLUMN renewed_at bigint NOT NULL DEFAULT 0;
  INSERT INTO webhooks.turns (endpoint, tenant)
    SELECT e.seq, e.tenant FROM webhooks.endpoints AS e
    WHERE EXISTS (SELECT 1 FROM webhooks.deliveries AS d WHERE d.endpoint = e.seq AND d.ready);
`;

// What an endpoint wants of the events of its types: conditions and channels, as JSON.
const subscriptions = `
  ALTER TABLE webhooks.endpoints ADD COLUMN subscription text;
`;

// What a recovery selects beside its endpoint and its first time, as JSON.
const recoverySelections = `
  ALTER TABLE webhooks.recoveries ADD COLUMN selection text NOT NULL DEFAULT '{}';
`;

// When the body of an event was removed.
const expunging = `
  ALTER TABLE webhooks.events ADD COLUMN expunged_at bigint;
`;

const expiries = `
  ALTER TABLE webhooks.events ADD COLUMN expires_at bigint;
`;

// That somebody sent it again, which was seen from the numbers of its attempts before.
const sendingAgain = `
  ALTER TABLE webhooks.deliveries ADD COLUMN sent_again smallint NOT NULL DEFAULT 0;
  UPDATE webhooks.deliveries SET sent_again = 1 WHERE finished_at IS NULL AND schedule_attempts < attempts;
`;

// Endpoints whose consumers poll have the position of the delivery that they were handed out last, deliveries that of their own.
const polling = `
  ALTER TABLE webhooks.endpoints ADD COLUMN poll_position bigint;
  CREATE INDEX endpoints_polling ON webhooks.endpoints (seq) WHERE poll_position IS NOT NULL;
  ALTER TABLE webhooks.deliveries ADD COLUMN poll_position bigint;
  CREATE INDEX deliveries_polled ON webhooks.deliveries (endpoint, poll_position)
    WHERE state = 'sending' AND poll_position IS NOT NULL;
`;

/** Rows that take the place of advisory locks. */
export const lockCount = 1_024;

const locks = `
  CREATE TABLE webhooks.locks (id bigint PRIMARY KEY);
  INSERT INTO webhooks.locks (id) SELECT n FROM generate_series(0, ${lockCount - 1}) AS n;
`;

async function sealUrls(query: Query, secretBox: SecretBox): Promise<void> {
  const rows = await query("SELECT seq, url, secrets FROM webhooks.endpoints WHERE id IS NOT NULL");
  await query(
    `UPDATE webhooks.endpoints SET secrets = given.sealed FROM unnest($1::bigint[], $2::text[]) AS given (seq, sealed)
     WHERE endpoints.seq = given.seq`,
    [rows.map((row) => number(row, "seq")), rows.map((row) => withSealedUrl(row, secretBox))],
  );
}

/** The schema's history. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: tables },
  { version: 2, sql: oneRecoveryAtATime },
  { version: 3, prepare: sealUrls, sql: holdsAndTenants + listsAndTurns },
  { version: 4, sql: subscriptions },
  { version: 5, sql: addLatencyColumns("webhooks.endpoint_hours") },
  { version: 6, sql: recoverySelections },
  { version: 7, sql: expiries },
  { version: 8, sql: expunging },
  { version: 9, sql: sendingAgain },
  { version: 10, sql: polling },
  { version: 11, sql: locks },
];
