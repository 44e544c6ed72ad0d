import { DeliveryError } from "../delivery-error.ts";
import type { EndpointStore } from "../delivery-store.ts";
import type { Endpoint, EndpointInput, EndpointUpdate, HoldTarget } from "../model/endpoint.ts";
import type { EndpointStatistics } from "../model/endpoint-statistics.ts";
import { fullTokenBucket } from "../policy/rate-limit.ts";
import { checkEndpoint, checkHoldReason, decideChange, newEndpointId } from "../queue/check-endpoint.ts";
import { hourOf } from "../queue/count-hour.ts";
import { freshHealth } from "../queue/endpoint-health.ts";
import { parsePageRequest, toPage } from "../queue/page.ts";
import { number, optionalNumber, text } from "../rows/columns.ts";
import { fromHealth, sealEndpoint, toEndpoint, toEndpointHour } from "../rows/endpoint-row.ts";
import { findEndpointRow, foundEndpoint, getEndpointRow } from "./endpoint-rows.ts";
import type { PostgresSession, Query } from "./session.ts";

const insertEndpoint = `
  INSERT INTO webhooks.endpoints (id, tenant, event_types, sealed, kind, metadata, max_concurrency, rate_per_second, rate_burst,
    status, holds, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $11, $11) ON CONFLICT (id) DO NOTHING RETURNING *`;

const replaceEndpoint = `
  UPDATE webhooks.endpoints SET event_types = $2, sealed = $3, metadata = $4, max_concurrency = $5, rate_per_second = $6,
    rate_burst = $7, bucket_full_at = $8, updated_at = $9
  WHERE id = $1 RETURNING *`;

const enableEndpoint = `
  UPDATE webhooks.endpoints SET status = 'active', disabled_reason = NULL, circuit = $3, bucket_full_at = $4,
    failing_since = $5, updated_at = $2
  WHERE id = $1 RETURNING *`;

const selectPage = `
  SELECT * FROM webhooks.endpoints
  WHERE id IS NOT NULL AND seq > $1 AND ($2::text IS NULL OR tenant = $2) AND ($3::text IS NULL OR kind = $3)
    AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR event_types::jsonb ? $5)
  ORDER BY seq LIMIT $6`;

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

// Each part reads an index of its own and stops early, however long the endpoint's history is.
const countDeliveries = `
  SELECT least(10000,
      (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries WHERE endpoint = $1 AND ready LIMIT 10000) AS due)
      + (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries
          WHERE endpoint = $1 AND state = 'scheduled' AND NOT ready LIMIT 10000) AS later)
      + (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries
          WHERE endpoint = $1 AND state = 'waiting' AND ordering_key IS NOT NULL LIMIT 10000) AS waiting)
    ) AS pending,
    (SELECT count(*) FROM webhooks.deliveries WHERE endpoint = $1 AND state = 'sending') AS sending,
    (SELECT created_at FROM webhooks.deliveries WHERE endpoint = $1 AND ready ORDER BY seq LIMIT 1) AS oldest_due_at`;

/** The endpoints' part of a PostgreSQL store. */
export function createPostgresEndpoints(session: PostgresSession): EndpointStore {
  const { query, transact, now, secretBox, listeners } = session;

  return {
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
      const { limit, after = 0 } = parsePageRequest(parts);
      const { tenant = null, kind = null, status = null, eventType = null } = parts;
      const rows = await query(selectPage, [after, tenant, kind, status, eventType, limit + 1]);
      return toPage(
        rows,
        limit,
        (row) => number(row, "seq"),
        (row) => toEndpoint(row, secretBox),
      );
    },
    async setHold(target, reason) {
      checkHoldReason(reason);
      await transact((within) => changeHolds(within, target, setHoldOn, reason));
    },
    async clearHold(target, reason) {
      checkHoldReason(reason);
      await transact((within) => changeHolds(within, target, clearHoldOn, reason));
      listeners.call();
    },
    async enableEndpoint(id) {
      const [row] = await query(enableEndpoint, [id, now(), ...fromHealth(freshHealth)]);
      const enabled = toEndpoint(foundEndpoint(row, id), secretBox);
      listeners.call();
      return enabled;
    },
    async deleteEndpoint(id) {
      const sql = `UPDATE webhooks.endpoints SET id = NULL, sealed = '', status = 'disabled', updated_at = $2
        WHERE id = $1 RETURNING seq`;
      const [row] = await query(sql, [id, now()]);
      foundEndpoint(row, id);
    },
    endpointStatistics: async (id, { since }) => readEndpointStatistics(query, id, since),
  };
}

async function addEndpoint(
  { now, secretBox }: PostgresSession,
  query: Query,
  input: EndpointInput,
): Promise<Endpoint> {
  const { id = newEndpointId(), tenant = "", eventTypes, kind = "webhook", metadata = {} } = input;
  const [row] = await query(insertEndpoint, [
    id,
    tenant,
    JSON.stringify(eventTypes),
    sealEndpoint(input, secretBox),
    kind,
    JSON.stringify(metadata),
    input.maxConcurrency ?? null,
    input.rateLimit?.perSecond ?? null,
    input.rateLimit?.burst ?? null,
    await readTenantHolds(query, tenant),
    now(),
  ]);
  if (row === undefined) throw new DeliveryError("endpoint_exists", `there is an endpoint ${id} already`);
  return toEndpoint(row, secretBox);
}

// The lock keeps the tenant's holds as they are until the new endpoint is there to be held, or let go, with the others.
async function readTenantHolds(query: Query, tenant: string): Promise<string> {
  await query("INSERT INTO webhooks.tenants (id) VALUES ($1) ON CONFLICT DO NOTHING", [tenant]);
  const [row = {}] = await query("SELECT holds FROM webhooks.tenants WHERE id = $1 FOR SHARE", [tenant]);
  return text(row, "holds");
}

async function changeEndpoint(
  { now, secretBox }: PostgresSession,
  query: Query,
  id: string,
  update: EndpointUpdate,
): Promise<Endpoint> {
  const [locked] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1 FOR NO KEY UPDATE", [id]);
  const before = foundEndpoint(locked, id);
  const endpoint = toEndpoint(before, secretBox);
  const change = decideChange(endpoint, update);
  const merged = { ...endpoint, ...change };
  const [row] = await query(replaceEndpoint, [
    id,
    JSON.stringify(merged.eventTypes),
    sealEndpoint(merged, secretBox),
    JSON.stringify(merged.metadata),
    merged.maxConcurrency ?? null,
    merged.rateLimit?.perSecond ?? null,
    merged.rateLimit?.burst ?? null,
    change.rateLimit === undefined ? number(before, "bucket_full_at") : fullTokenBucket.fullAt,
    now(),
  ]);
  return toEndpoint(foundEndpoint(row, id), secretBox);
}

async function changeHolds(query: Query, target: HoldTarget, change: string, reason: string): Promise<void> {
  if ("endpointId" in target) {
    await getEndpointRow(query, target.endpointId);
    await query(`UPDATE webhooks.endpoints SET ${change} AND id = $2`, [reason, target.endpointId]);
    return;
  }
  const { tenant } = target;
  await query("INSERT INTO webhooks.tenants (id) VALUES ($1) ON CONFLICT DO NOTHING", [tenant]);
  await query(`UPDATE webhooks.tenants SET ${change} AND id = $2`, [reason, tenant]);
  await query(`UPDATE webhooks.endpoints SET ${change} AND tenant = $2 AND id IS NOT NULL`, [reason, tenant]);
}

async function readEndpointStatistics(
  query: Query,
  endpointId: string,
  since: number,
): Promise<EndpointStatistics> {
  const endpoint = number(await getEndpointRow(query, endpointId), "seq");
  const [counts = {}] = await query(countDeliveries, [endpoint]);
  const hours = await query(
    "SELECT * FROM webhooks.endpoint_hours WHERE endpoint = $1 AND hour >= $2 ORDER BY hour",
    [endpoint, hourOf(since)],
  );
  const oldestDueAt = optionalNumber(counts, "oldest_due_at");
  return {
    endpointId,
    pending: number(counts, "pending"),
    sending: number(counts, "sending"),
    ...(oldestDueAt === undefined ? {} : { oldestDueAt }),
    hours: hours.map(toEndpointHour),
  };
}
