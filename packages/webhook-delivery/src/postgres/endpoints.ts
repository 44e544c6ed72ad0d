import { DeliveryError } from "../errors/delivery-error.ts";
import type { EndpointStore } from "../store/delivery-store.ts";
import type {
  Endpoint,
  EndpointInput,
  EndpointQuery,
  EndpointStatistics,
  EndpointUpdate,
  HoldTarget,
} from "../model/endpoint.ts";
import { subscriptionsTo } from "../policy/event-type-pattern.ts";
import { fullTokenBucket } from "../policy/rate-limit.ts";
import { checkEndpoint, checkName, decideChange, newEndpointId } from "../queue/check-input.ts";
import { hourOf } from "../queue/attempt-effects.ts";
import { freshHealth } from "../queue/endpoint-health.ts";
import { parsePageRequest, toPage } from "../queue/page.ts";
import { number, optionalNumber, type Row, text } from "../rows/columns.ts";
import {
  fromHealth,
  fromSubscription,
  isHeld,
  joinHolds,
  encryptEndpoint,
  toEndpoint,
  toEndpointHour,
  toHealth,
} from "../rows/endpoint-row.ts";
import { findEndpointRow, foundEndpoint, getEndpointRow, saveHealths } from "./endpoint-rows.ts";
import type { PostgresSession, Query } from "./session.ts";
import { callTurns, never, withTurns } from "./turns.ts";

const insertEndpoint = `
  INSERT INTO webhooks.endpoints (id, tenant, event_types, encrypted, kind, metadata, max_concurrency, rate_per_second, rate_burst,
    status, holds, created_at, updated_at, subscription, poll_position, fairness_group)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $11, $11, $12, $13, $14) ON CONFLICT (id) DO NOTHING RETURNING *`;

const replaceEndpoint = `
  UPDATE webhooks.endpoints SET event_types = $2, encrypted = $3, metadata = $4, max_concurrency = $5, rate_per_second = $6,
    rate_burst = $7, bucket_full_at = $8, updated_at = $9, subscription = $10
  WHERE id = $1 RETURNING *`;

const enableEndpoint = `
  UPDATE webhooks.endpoints SET status = 'active', disabled_reason = NULL, circuit = $3, bucket_full_at = $4,
    failing_since = $5, updated_at = $2
  WHERE id = $1 RETURNING *`;

// A separate statement for each set of filters, so that a tenant's endpoints are found by its index.
const filters = {
  tenant: (value: string) => `tenant = ${value}`,
  tenants: (value: string) => `tenant = ANY(${value}::text[])`,
  kind: (value: string) => `kind = ${value}`,
  status: (value: string) => `status = ${value}`,
  eventType: (value: string) => `event_types::jsonb ?| ${value}::text[]`,
} as const;

function selectPage(query: EndpointQuery): { sql: string; values: (string | readonly string[])[] } {
  const conditions = ["id IS NOT NULL", "seq > $1"];
  const values: (string | readonly string[])[] = [];
  for (const name of ["tenant", "tenants", "kind", "status", "eventType"] as const) {
    const value =
      name === "eventType" && query.eventType !== undefined ? subscriptionsTo(query.eventType) : query[name];
    if (value === undefined) continue;
    values.push(value);
    conditions.push(filters[name](`$${values.length + 2}`));
  }
  return {
    sql: `SELECT * FROM webhooks.endpoints WHERE ${conditions.join(" AND ")} ORDER BY seq LIMIT $2`,
    values,
  };
}

const maxPending = 10_000;

// `$1` is the reason.
const withReason = `
  (SELECT json_agg(reason ORDER BY reason COLLATE "C")::text
   FROM (SELECT json_array_elements_text(holds::json) UNION SELECT $1) AS held (reason))`;

const withoutReason = `
  (SELECT coalesce(json_agg(reason ORDER BY reason COLLATE "C")::text, '[]')
   FROM json_array_elements_text(holds::json) AS held (reason) WHERE reason <> $1)`;

const isHeldFor = "holds::jsonb ? $1";

const setHoldOn = `holds = ${withReason} WHERE NOT ${isHeldFor}`;
const clearHoldOn = `holds = ${withoutReason} WHERE ${isHeldFor}`;

// Counts up to a limit, so that the backlog's size doesn't matter. One statement sees all of it at one moment.
const readStatistics = `
  SELECT
    (SELECT failing_since FROM webhooks.endpoints WHERE seq = $1) AS failing_since,
    (SELECT json_agg(hours ORDER BY hour) FROM webhooks.endpoint_hours AS hours
      WHERE endpoint = $1 AND hour >= $2) AS hours,
    (SELECT count(*) FROM (
      SELECT 1 FROM webhooks.deliveries
      WHERE finished_at IS NULL AND (endpoint, event) > ($1::bigint, 0) AND (endpoint, event) < ($1::bigint + 1, 0)
      ORDER BY endpoint, event LIMIT ${maxPending}
    ) AS open) AS open,
    (SELECT count(*) FROM webhooks.deliveries
      WHERE state = 'sending' AND (endpoint, lease) >= ($1::bigint, 0) AND (endpoint, lease) < ($1::bigint + 1, 0)) AS sending,
    (SELECT created_at FROM webhooks.deliveries
      WHERE ready AND (endpoint, seq) > ($1::bigint, 0) AND (endpoint, seq) < ($1::bigint + 1, 0)
      ORDER BY endpoint, seq LIMIT 1) AS oldest_due_at`;

function endpointsOfTenant(tenant: string): string {
  return `(SELECT json_agg(e ORDER BY e.seq) FROM webhooks.endpoints AS e WHERE e.tenant = ${tenant} AND e.id IS NOT NULL)`;
}

/** Creates the endpoint operations of a PostgreSQL store. */
export function createPostgresEndpoints(session: PostgresSession): EndpointStore {
  const { query, transact, now, secretBox, listeners, inSchema } = session;

  return {
    joinedEndpoints: {
      select: (tenant) => inSchema(endpointsOfTenant(tenant)),
      read: (value) => (Array.isArray(value) ? value.map((row: Row) => toEndpoint(row, secretBox)) : []),
    },
    createEndpoint: async (input) => {
      checkEndpoint(input);
      return transact((within) => addEndpoint(session, within, input));
    },
    updateEndpoint: async (id, update) => transact((within) => changeEndpoint(session, within, id, update)),
    async getEndpoint(id) {
      const row = await findEndpointRow(query, id);
      return row && toEndpoint(row, secretBox);
    },
    async listEndpoints(parts = {}) {
      const {
        limit,
        after: [after = 0],
      } = parsePageRequest(parts);
      const { sql, values } = selectPage(parts);
      const rows = await query(sql, [after, limit + 1, ...values]);
      return toPage(
        rows,
        limit,
        (row) => [number(row, "seq")],
        (row) => toEndpoint(row, secretBox),
      );
    },
    async setHold(target, reason) {
      checkName("reason", reason, "invalid_option");
      await transact((within) => changeHolds(within, target, setHoldOn, reason));
    },
    async clearHold(target, reason) {
      checkName("reason", reason, "invalid_option");
      await transact((within) => changeHolds(within, target, clearHoldOn, reason));
      listeners.call();
    },
    async enableEndpoint(id) {
      const enabled = await transact(async (within) => {
        const [row] = await within(enableEndpoint, [id, now(), ...fromHealth(freshHealth)]);
        return toCalledEndpoint(session, within, foundEndpoint(row, id));
      });
      listeners.call();
      return enabled;
    },
    async probeEndpoint(id) {
      const probed = await transact((within) => probe(session, within, id));
      listeners.call();
      return probed;
    },
    async deleteEndpoint(id) {
      const sql = `UPDATE webhooks.endpoints SET id = NULL, encrypted = '', status = 'disabled', updated_at = $2
        WHERE id = $1 RETURNING seq`;
      const [row] = await query(sql, [id, now()]);
      foundEndpoint(row, id);
    },
    async deleteEndpointsOf(tenants, kinds) {
      if (tenants.length === 0) return;
      const ofKinds = kinds === undefined ? "" : "AND kind = ANY ($3)";
      const forget =
        kinds === undefined ? "WITH forgotten AS (DELETE FROM webhooks.tenants WHERE id = ANY ($2)) " : "";
      // Locked in one order, so that two calls cannot deadlock.
      const sql = `${forget}UPDATE webhooks.endpoints SET id = NULL, encrypted = '', status = 'disabled', updated_at = $1
        WHERE seq = ANY(ARRAY(
          SELECT seq FROM webhooks.endpoints WHERE tenant = ANY ($2) AND id IS NOT NULL ${ofKinds} ORDER BY seq FOR NO KEY UPDATE
        ))`;
      await query(sql, [now(), tenants, ...(kinds === undefined ? [] : [kinds])]);
    },
    endpointStatistics: async (id, { since }) => readEndpointStatistics(query, id, since),
  };
}

async function addEndpoint(
  { now, secretBox }: PostgresSession,
  query: Query,
  input: EndpointInput,
): Promise<Endpoint> {
  const { id = newEndpointId(), tenant = "", fairnessGroup = tenant, eventTypes } = input;
  const { kind = "webhook", metadata = {} } = input;
  const [row] = await query(insertEndpoint, [
    id,
    tenant,
    JSON.stringify(eventTypes),
    encryptEndpoint(input, secretBox),
    kind,
    JSON.stringify(metadata),
    input.maxConcurrency ?? null,
    input.rateLimit?.perSecond ?? null,
    input.rateLimit?.burst ?? null,
    joinHolds(await readTenantHolds(query, tenant), input.holds),
    now(),
    fromSubscription(input),
    input.polling === true ? 0 : null,
    fairnessGroup,
  ]);
  if (row === undefined) throw new DeliveryError("endpoint_exists", `endpoint ${id} already exists`);
  return toEndpoint(row, secretBox);
}

// The lock keeps the tenant's holds unchanged until the new endpoint exists and later changes include it.
async function readTenantHolds(query: Query, tenant: string): Promise<string> {
  await query("INSERT INTO webhooks.tenants (id) VALUES ($1) ON CONFLICT DO NOTHING", [tenant]);
  const [row] = await query("SELECT holds FROM webhooks.tenants WHERE id = $1 FOR SHARE", [tenant]);
  // The tenant's holds were deleted in between.
  return row === undefined ? "[]" : text(row, "holds");
}

async function changeEndpoint(
  session: PostgresSession,
  query: Query,
  id: string,
  update: EndpointUpdate,
): Promise<Endpoint> {
  const { now, secretBox } = session;
  const [locked] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1 FOR NO KEY UPDATE", [id]);
  const before = foundEndpoint(locked, id);
  const endpoint = toEndpoint(before, secretBox);
  const change = decideChange(endpoint, update);
  const merged = { ...endpoint, ...change };
  const [row] = await query(replaceEndpoint, [
    id,
    JSON.stringify(merged.eventTypes),
    encryptEndpoint(merged, secretBox),
    JSON.stringify(merged.metadata),
    merged.maxConcurrency ?? null,
    merged.rateLimit?.perSecond ?? null,
    merged.rateLimit?.burst ?? null,
    change.rateLimit === undefined ? number(before, "bucket_full_at") : fullTokenBucket.fullAt,
    now(),
    fromSubscription(merged),
  ]);
  return toCalledEndpoint(session, query, foundEndpoint(row, id));
}

const selectReady = `
  SELECT seq FROM webhooks.deliveries
  WHERE ready AND (endpoint, seq) > ($1::bigint, 0) AND (endpoint, seq) < ($1::bigint + 1, 0)
  ORDER BY endpoint, seq LIMIT 1`;

// Skips locked deliveries: their transactions lock the delivery before the endpoint, so waiting could
// deadlock.
const makeOneDue = withTurns(`
  UPDATE webhooks.deliveries SET ready = true, due_at = $2, scheduled_at = $2
  WHERE seq = ANY(ARRAY(
    SELECT seq FROM webhooks.deliveries
    WHERE finished_at IS NULL AND (endpoint, event) > ($1::bigint, 0) AND (endpoint, event) < ($1::bigint + 1, 0)
      AND state = 'scheduled'
    ORDER BY endpoint, event LIMIT 1 FOR UPDATE SKIP LOCKED
  ))
  RETURNING endpoint`);

async function probe(session: PostgresSession, query: Query, id: string): Promise<Endpoint> {
  const [locked] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1 FOR NO KEY UPDATE", [id]);
  const row = foundEndpoint(locked, id);
  const health = toHealth(row);
  if (health.circuit.state === "open") {
    const [endpoint, now] = [number(row, "seq"), session.now()];
    await saveHealths(
      query,
      new Map([[endpoint, { ...health, circuit: { ...health.circuit, until: now } }]]),
    );
    const [due] = await query(selectReady, [endpoint]);
    if (due === undefined) await query(makeOneDue, [endpoint, now]);
  }
  return await toCalledEndpoint(session, query, await getEndpointRow(query, id));
}

/** Returns a changed endpoint and makes it visible to claims again, unless it has a hold. */
async function toCalledEndpoint({ secretBox }: PostgresSession, query: Query, row: Row): Promise<Endpoint> {
  if (!isHeld(row)) await callTurns(query, [number(row, "seq")]);
  return toEndpoint(row, secretBox);
}

// Endpoints are locked before the change, so that the last of two concurrent changes also decides about the
// turns.
async function changeHolds(query: Query, target: HoldTarget, change: string, reason: string): Promise<void> {
  const [column, value] = "tenant" in target ? ["tenant", target.tenant] : ["id", target.endpointId];
  if ("tenant" in target) {
    await query("INSERT INTO webhooks.tenants (id) VALUES ($1) ON CONFLICT DO NOTHING", [value]);
    await query(`UPDATE webhooks.tenants SET ${change} AND id = $2`, [reason, value]);
  }
  const lock = `SELECT seq FROM webhooks.endpoints WHERE ${column} = $1 AND id IS NOT NULL ORDER BY seq FOR NO KEY UPDATE`;
  const locked = await query(lock, [value]);
  if (column === "id") foundEndpoint(locked[0], value);
  await query(`UPDATE webhooks.endpoints SET ${change} AND ${column} = $2 AND id IS NOT NULL`, [
    reason,
    value,
  ]);
  await query(
    `UPDATE webhooks.turns SET not_before =
       CASE (SELECT holds FROM webhooks.endpoints WHERE seq = turns.endpoint) WHEN '[]' THEN 0 ELSE ${never} END
     WHERE endpoint = ANY ($1)`,
    [locked.map((row) => number(row, "seq"))],
  );
}

async function readEndpointStatistics(
  query: Query,
  endpointId: string,
  since: number,
): Promise<EndpointStatistics> {
  const endpoint = number(await getEndpointRow(query, endpointId), "seq");
  const [row = {}] = await query(readStatistics, [endpoint, hourOf(since)]);
  const oldestDueAt = optionalNumber(row, "oldest_due_at");
  return {
    endpointId,
    failingSince: optionalNumber(row, "failing_since"),
    pending: number(row, "open") - number(row, "sending"),
    sending: number(row, "sending"),
    oldestDueAt,
    // `json_agg` returns rows, or null for none.
    hours: ((row["hours"] ?? []) as readonly Row[]).map(toEndpointHour),
  };
}
