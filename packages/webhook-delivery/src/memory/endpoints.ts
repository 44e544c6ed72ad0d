import { DeliveryError } from "../delivery-error.ts";
import type { EndpointStore } from "../delivery-store.ts";
import type { Endpoint, EndpointChange, EndpointInput } from "../model/endpoint.ts";
import type { EndpointStatistics } from "../model/endpoint-statistics.ts";
import { fullTokenBucket } from "../policy/rate-limit.ts";
import { checkEndpoint, decideChange } from "../queue/check-endpoint.ts";
import { hourOf } from "../queue/count-hour.ts";
import { freshHealth } from "../queue/endpoint-health.ts";
import { newEndpointId } from "../queue/new-endpoint-id.ts";
import { parsePageRequest, toPage } from "../queue/page.ts";
import { removeDelivery } from "./remove-delivery.ts";
import type { EndpointRow, MemoryTables } from "./tables.ts";

/** Finds an endpoint, throwing `DeliveryError` (`endpoint_not_found`) when there is none. */
export function getEndpointRow({ endpoints }: MemoryTables, id: string): EndpointRow {
  const row = endpoints.get(id);
  if (row === undefined) throw new DeliveryError("endpoint_not_found", `there is no endpoint ${id}`);
  return row;
}

/** The endpoints' part of a memory store. */
export function createMemoryEndpoints(tables: MemoryTables): EndpointStore {
  const { endpoints, clock, listeners } = tables;

  function change(id: string, parts: (endpoint: Endpoint) => Endpoint): Endpoint {
    const row = getEndpointRow(tables, id);
    row.endpoint = { ...parts(row.endpoint), updatedAt: clock() };
    return row.endpoint;
  }

  return {
    createEndpoint: async (input) => {
      checkEndpoint(input);
      return addEndpoint(tables, input);
    },
    updateEndpoint: async (id, update) => {
      const row = getEndpointRow(tables, id);
      const parts = decideChange(row.endpoint, update);
      if (parts.rateLimit !== undefined) row.bucket = fullTokenBucket;
      return change(id, (endpoint) => changeEndpoint(endpoint, parts));
    },
    getEndpoint: async (id) => endpoints.get(id)?.endpoint,
    async listEndpoints(query = {}) {
      const { limit, after = 0 } = parsePageRequest(query);
      const { tenant, kind, status, eventType } = query;
      const rows = [...endpoints.values()].filter(
        ({ seq, endpoint }) =>
          seq > after &&
          (tenant === undefined || endpoint.tenant === tenant) &&
          (kind === undefined || endpoint.kind === kind) &&
          (status === undefined || endpoint.status === status) &&
          (eventType === undefined || endpoint.eventTypes.includes(eventType)),
      );
      return toPage(
        rows,
        limit,
        ({ seq }) => seq,
        ({ endpoint }) => endpoint,
      );
    },
    pauseEndpoint: async (id) => change(id, (endpoint) => ({ ...endpoint, status: "paused" })),
    async resumeEndpoint(id) {
      getEndpointRow(tables, id).bucket = freshHealth.bucket;
      const resumed = change(id, (endpoint) => {
        const { disabledReason: _reason, failingSince: _since, ...kept } = endpoint;
        return { ...kept, status: "active", circuit: freshHealth.circuit };
      });
      listeners.call();
      return resumed;
    },
    deleteEndpoint: async (id) => removeEndpoint(tables, id),
    endpointStatistics: async (id, { since }) => readStatistics(tables, id, since),
  };
}

function addEndpoint({ endpoints, clock, nextSeq }: MemoryTables, input: EndpointInput): Endpoint {
  const id = input.id ?? newEndpointId();
  if (endpoints.has(id)) throw new DeliveryError("endpoint_exists", `there is an endpoint ${id} already`);
  const now = clock();
  const endpoint: Endpoint = structuredClone({
    tenant: "",
    kind: "webhook",
    metadata: {},
    ...input,
    id,
    status: "active",
    circuit: freshHealth.circuit,
    createdAt: now,
    updatedAt: now,
  });
  endpoints.set(id, {
    seq: nextSeq(),
    endpoint,
    bucket: freshHealth.bucket,
    ready: new Set(),
    hours: new Map(),
  });
  return endpoint;
}

function changeEndpoint(endpoint: Endpoint, parts: EndpointChange): Endpoint {
  const { maxConcurrency, rateLimit, ...rest } = { ...endpoint, ...structuredClone(parts) };
  return {
    ...rest,
    ...(maxConcurrency === undefined || maxConcurrency === null ? {} : { maxConcurrency }),
    ...(rateLimit === undefined || rateLimit === null ? {} : { rateLimit }),
  };
}

function removeEndpoint(tables: MemoryTables, id: string): void {
  const target = getEndpointRow(tables, id);
  tables.endpoints.delete(id);
  for (const row of tables.deliveries.values()) {
    if (row.target === target) removeDelivery(tables, row);
  }
  for (const [recoveryId, { recovery }] of tables.recoveries) {
    if (recovery.endpointId === id) tables.recoveries.delete(recoveryId);
  }
  for (const [noticeId, { endpointId }] of tables.notices) {
    if (endpointId === id) tables.notices.delete(noticeId);
  }
}

function readStatistics(tables: MemoryTables, id: string, since: number): EndpointStatistics {
  const target = getEndpointRow(tables, id);
  const rows = [...tables.deliveries.values()].filter((row) => row.target === target);
  const [oldest] = [...target.ready].map(({ createdAt }) => createdAt).toSorted((a, b) => a - b);
  return {
    endpointId: id,
    pending: rows.filter(({ state }) => state === "scheduled" || state === "waiting").length,
    sending: rows.filter(({ state }) => state === "sending").length,
    ...(oldest === undefined ? {} : { oldestDueAt: oldest }),
    hours: [...target.hours.values()].filter(({ hour }) => hour >= hourOf(since)),
  };
}
