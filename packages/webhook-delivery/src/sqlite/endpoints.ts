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
import { findEndpointRow, getEndpointRow } from "./find-endpoint.ts";
import type { SqliteSession } from "./session.ts";
import { readEndpointStatistics } from "./statistics.ts";

const insertEndpoint = `
  INSERT INTO webhook_endpoints (id, tenant, url, event_types, secrets, kind, metadata, max_concurrency, rate_per_second,
    rate_burst, status, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?) ON CONFLICT (id) DO NOTHING`;

const replaceEndpoint = `
  UPDATE webhook_endpoints SET url = ?, event_types = ?, secrets = ?, metadata = ?, max_concurrency = ?, rate_per_second = ?,
    rate_burst = ?, bucket_full_at = ?, updated_at = ?
  WHERE id = ?`;

const selectPage = `
  SELECT * FROM webhook_endpoints
  WHERE id IS NOT NULL AND seq > :after AND (:tenant IS NULL OR tenant = :tenant) AND (:kind IS NULL OR kind = :kind)
    AND (:status IS NULL OR status = :status)
    AND (:eventType IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = :eventType))
  ORDER BY seq LIMIT :limit`;

/** The endpoints' part of an SQLite store. */
export function createSqliteEndpoints(session: SqliteSession): EndpointStore {
  const { prepare, transact, clock, secretBox, listeners } = session;

  function setStatus(id: string, sql: string, ...values: (string | number | null)[]): Promise<Endpoint> {
    return transact(() => {
      prepare(sql).run(...values, clock(), id);
      return toEndpoint(getEndpointRow(session, id), secretBox);
    });
  }

  return {
    createEndpoint: async (input) => {
      checkEndpoint(input);
      return transact(() => addEndpoint(session, input));
    },
    updateEndpoint: async (id, update) => transact(() => changeEndpoint(session, id, update)),
    async getEndpoint(id) {
      const row = findEndpointRow(session, id);
      return row === undefined ? undefined : toEndpoint(row, secretBox);
    },
    async listEndpoints(query = {}) {
      const { limit, after = 0 } = parsePageRequest(query);
      const { tenant = null, kind = null, status = null, eventType = null } = query;
      const rows = prepare(selectPage).all({ after, tenant, kind, status, eventType, limit: limit + 1 });
      return toPage(
        rows,
        limit,
        (row) => number(row, "seq"),
        (row) => toEndpoint(row, secretBox),
      );
    },
    pauseEndpoint: (id) =>
      setStatus(id, "UPDATE webhook_endpoints SET status = 'paused', updated_at = ? WHERE id = ?"),
    async resumeEndpoint(id) {
      const endpoint = await setStatus(
        id,
        `UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, circuit = ?, bucket_full_at = ?,
           failing_since = ?, updated_at = ? WHERE id = ?`,
        ...fromHealth(freshHealth),
      );
      listeners.call();
      return endpoint;
    },
    deleteEndpoint: (id) =>
      transact(() => {
        getEndpointRow(session, id);
        prepare(
          "UPDATE webhook_endpoints SET id = NULL, secrets = '', status = 'disabled', updated_at = ? WHERE id = ?",
        ).run(clock(), id);
      }),
    endpointStatistics: async (id, { since }) => readEndpointStatistics(session, id, since),
  };
}

function addEndpoint(session: SqliteSession, input: EndpointInput): Endpoint {
  const { prepare, clock, secretBox } = session;
  const id = input.id ?? newEndpointId();
  const now = clock();
  const { changes } = prepare(insertEndpoint).run(
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
    now,
    now,
  );
  if (changes === 0) throw new DeliveryError("endpoint_exists", `there is an endpoint ${id} already`);
  return toEndpoint(getEndpointRow(session, id), secretBox);
}

function changeEndpoint(session: SqliteSession, id: string, update: EndpointUpdate): Endpoint {
  const { prepare, clock, secretBox } = session;
  const row = getEndpointRow(session, id);
  const before = toEndpoint(row, secretBox);
  const change = decideChange(before, update);
  const { url, eventTypes, secrets, metadata, maxConcurrency, rateLimit } = { ...before, ...change };
  prepare(replaceEndpoint).run(
    url,
    JSON.stringify(eventTypes),
    secretBox.seal(JSON.stringify(secrets)),
    JSON.stringify(metadata),
    maxConcurrency ?? null,
    rateLimit?.perSecond ?? null,
    rateLimit?.burst ?? null,
    change.rateLimit === undefined ? number(row, "bucket_full_at") : fullTokenBucket.fullAt,
    clock(),
    id,
  );
  return toEndpoint(getEndpointRow(session, id), secretBox);
}
