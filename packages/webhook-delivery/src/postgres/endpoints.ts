import { DeliveryError } from "../delivery-error.ts";
import type { EndpointStore } from "../delivery-store.ts";
import type { Endpoint, EndpointInput, EndpointUpdate } from "../model/endpoint.ts";
import { fullTokenBucket } from "../policy/rate-limit.ts";
import { checkEndpoint, decideChange } from "../queue/check-endpoint.ts";
import { freshHealth } from "../queue/endpoint-health.ts";
import { newEndpointId } from "../queue/new-endpoint-id.ts";
import { parsePageRequest, toPage } from "../queue/page.ts";
import { number } from "../rows/columns.ts";
import { fromHealth, toEndpoint } from "../rows/endpoint-row.ts";
import { findEndpointRow, foundEndpoint } from "./find-endpoint.ts";
import type { PostgresSession } from "./session.ts";
import type { Query } from "./statement.ts";
import { readEndpointStatistics } from "./statistics.ts";

const insertEndpoint = `
  INSERT INTO webhooks.endpoints (id, tenant, url, event_types, secrets, kind, metadata, max_concurrency, rate_per_second,
    rate_burst, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'active', $11, $11) ON CONFLICT (id) DO NOTHING RETURNING *`;

const replaceEndpoint = `
  UPDATE webhooks.endpoints SET url = $2, event_types = $3, secrets = $4, metadata = $5, max_concurrency = $6,
    rate_per_second = $7, rate_burst = $8, bucket_full_at = $9, updated_at = $10
  WHERE id = $1 RETURNING *`;

const selectPage = `
  SELECT * FROM webhooks.endpoints
  WHERE id IS NOT NULL AND seq > $1 AND ($2::text IS NULL OR tenant = $2) AND ($3::text IS NULL OR kind = $3)
    AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR event_types::jsonb ? $5)
  ORDER BY seq LIMIT $6`;

/** The endpoints' part of a PostgreSQL store. */
export function createPostgresEndpoints(session: PostgresSession): EndpointStore {
  const { query, transact, clock, secretBox, listeners } = session;

  async function change(id: string, assignments: string, values: unknown[] = []): Promise<Endpoint> {
    const sql = `UPDATE webhooks.endpoints SET ${assignments}, updated_at = $2 WHERE id = $1 RETURNING *`;
    const [row] = await query(sql, [id, clock(), ...values]);
    return toEndpoint(foundEndpoint(row, id), secretBox);
  }

  return {
    createEndpoint: async (input) => {
      checkEndpoint(input);
      return addEndpoint(session, input);
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
    pauseEndpoint: (id) => change(id, "status = 'paused'"),
    async resumeEndpoint(id) {
      const resumed = await change(
        id,
        "status = 'active', disabled_reason = NULL, circuit = $3, bucket_full_at = $4, failing_since = $5",
        fromHealth(freshHealth),
      );
      listeners.call();
      return resumed;
    },
    async deleteEndpoint(id) {
      const sql = `UPDATE webhooks.endpoints SET id = NULL, secrets = '', status = 'disabled', updated_at = $2
        WHERE id = $1 RETURNING seq`;
      const [row] = await query(sql, [id, clock()]);
      foundEndpoint(row, id);
    },
    endpointStatistics: async (id, { since }) => readEndpointStatistics(query, id, since),
  };
}

async function addEndpoint(
  { query, clock, secretBox }: PostgresSession,
  input: EndpointInput,
): Promise<Endpoint> {
  const id = input.id ?? newEndpointId();
  const [row] = await query(insertEndpoint, [
    id,
    input.tenant ?? "",
    input.url,
    JSON.stringify(input.eventTypes),
    secretBox.seal(JSON.stringify(input.secrets)),
    input.kind ?? "webhook",
    JSON.stringify(input.metadata ?? {}),
    input.maxConcurrency ?? null,
    input.rateLimit?.perSecond ?? null,
    input.rateLimit?.burst ?? null,
    clock(),
  ]);
  if (row === undefined) throw new DeliveryError("endpoint_exists", `there is an endpoint ${id} already`);
  return toEndpoint(row, secretBox);
}

async function changeEndpoint(
  { clock, secretBox }: PostgresSession,
  query: Query,
  id: string,
  update: EndpointUpdate,
): Promise<Endpoint> {
  const [locked] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1 FOR NO KEY UPDATE", [id]);
  const before = foundEndpoint(locked, id);
  const endpoint = toEndpoint(before, secretBox);
  const parts = decideChange(endpoint, update);
  const merged = { ...endpoint, ...parts };
  const [row] = await query(replaceEndpoint, [
    id,
    merged.url,
    JSON.stringify(merged.eventTypes),
    secretBox.seal(JSON.stringify(merged.secrets)),
    JSON.stringify(merged.metadata),
    merged.maxConcurrency ?? null,
    merged.rateLimit?.perSecond ?? null,
    merged.rateLimit?.burst ?? null,
    parts.rateLimit === undefined ? number(before, "bucket_full_at") : fullTokenBucket.fullAt,
    clock(),
  ]);
  return toEndpoint(foundEndpoint(row, id), secretBox);
}
