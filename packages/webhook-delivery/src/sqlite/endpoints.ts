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
import { findEndpointRow, getEndpointRow, saveHealth } from "./endpoint-rows.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn, never, postponeTurn } from "./turns.ts";

const insertEndpoint = `
  INSERT INTO webhook_endpoints (id, tenant, fairness_group, event_types, subscription, encrypted, kind, metadata, max_concurrency,
    rate_per_second, rate_burst, status, holds, created_at, updated_at, poll_position)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;

const replaceEndpoint = `
  UPDATE webhook_endpoints SET event_types = ?, subscription = ?, encrypted = ?, metadata = ?, max_concurrency = ?, rate_per_second = ?,
    rate_burst = ?, bucket_full_at = ?, updated_at = ?
  WHERE id = ?`;

const enableEndpoint = `
  UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, circuit = ?, bucket_full_at = ?, failing_since = ?,
    updated_at = ?
  WHERE id = ?`;

// A separate statement for each set of filters, so that a tenant's endpoints are found by its index. SQLite
// prepares a statement again whenever its limit is bound, unless the limit is an expression: hence `+ 0`.
const filters = {
  tenant: "tenant = :tenant",
  tenants: "tenant IN (SELECT value FROM json_each(:tenants))",
  kind: "kind = :kind",
  status: "status = :status",
  eventType:
    "EXISTS (SELECT 1 FROM json_each(event_types) WHERE value IN (SELECT value FROM json_each(:eventType)))",
} as const;

function selectPage(query: EndpointQuery): { sql: string; values: Record<string, string> } {
  const conditions = ["id IS NOT NULL", "seq > :after"];
  const values: Record<string, string> = {};
  for (const name of ["tenant", "tenants", "kind", "status", "eventType"] as const) {
    const value =
      name === "eventType" && query.eventType !== undefined ? subscriptionsTo(query.eventType) : query[name];
    if (value === undefined) continue;
    conditions.push(filters[name]);
    values[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  // Without the hint, SQLite reads all endpoints to get them in order.
  const index = query.tenants === undefined ? "" : "INDEXED BY webhook_endpoints_tenant";
  const sql = `SELECT * FROM webhook_endpoints ${index} WHERE ${conditions.join(" AND ")} ORDER BY seq LIMIT :limit + 0`;
  return { sql, values };
}

const withReason = `
  (SELECT json_group_array(value) FROM (SELECT value FROM json_each(holds) UNION SELECT :reason ORDER BY value))`;

const withoutReason = `
  (SELECT json_group_array(value) FROM (SELECT value FROM json_each(holds) WHERE value <> :reason ORDER BY value))`;

const maxPending = 10_000;

const isHeldFor = "EXISTS (SELECT 1 FROM json_each(holds) WHERE value = :reason)";

// Counts up to a limit, so that the backlog's size doesn't matter.
const countOpen = `
  SELECT count(*) AS open FROM (
    SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_open
    WHERE endpoint = ? AND finished_at IS NULL LIMIT ${maxPending})`;

/** Creates the endpoint operations of an SQLite store. */
export function createSqliteEndpoints(session: SqliteSession): EndpointStore {
  const { prepare, transact, now, secretBox, listeners } = session;

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
      const {
        limit,
        after: [after = 0],
      } = parsePageRequest(query);
      const { sql, values } = selectPage(query);
      const rows = prepare(sql).all({ ...values, after, limit: limit + 1 });
      return toPage(
        rows,
        limit,
        (row) => [number(row, "seq")],
        (row) => toEndpoint(row, secretBox),
      );
    },
    async setHold(target, reason) {
      checkName("reason", reason, "invalid_option");
      await transact(() => changeHold(session, "set", target, reason));
    },
    async clearHold(target, reason) {
      checkName("reason", reason, "invalid_option");
      await transact(() => changeHold(session, "clear", target, reason));
      listeners.call();
    },
    async enableEndpoint(id) {
      const endpoint = await transact(() => {
        prepare(enableEndpoint).run(...fromHealth(freshHealth), now(), id);
        const row = getEndpointRow(session, id);
        if (!isHeld(row)) postponeTurn(session, number(row, "seq"), 0);
        return toEndpoint(row, secretBox);
      });
      listeners.call();
      return endpoint;
    },
    async probeEndpoint(id) {
      const endpoint = await transact(() => {
        probe(session, getEndpointRow(session, id));
        return toEndpoint(getEndpointRow(session, id), secretBox);
      });
      listeners.call();
      return endpoint;
    },
    deleteEndpoint: (id) =>
      transact(() => {
        getEndpointRow(session, id);
        prepare(
          "UPDATE webhook_endpoints SET id = NULL, encrypted = '', status = 'disabled', updated_at = ? WHERE id = ?",
        ).run(now(), id);
      }),
    async deleteEndpointsOf(tenants, kinds) {
      if (tenants.length === 0) return;
      const ofKinds = kinds === undefined ? "" : "AND kind IN (SELECT value FROM json_each(:kinds))";
      await transact(() => {
        prepare(
          `UPDATE webhook_endpoints SET id = NULL, encrypted = '', status = 'disabled', updated_at = :now
           WHERE tenant IN (SELECT value FROM json_each(:tenants)) AND id IS NOT NULL ${ofKinds}`,
        ).run({
          now: now(),
          tenants: JSON.stringify(tenants),
          ...(kinds !== undefined && { kinds: JSON.stringify(kinds) }),
        });
        if (kinds === undefined)
          prepare("DELETE FROM webhook_tenants WHERE id IN (SELECT value FROM json_each(?))").run(
            JSON.stringify(tenants),
          );
      });
    },
    endpointStatistics: async (id, { since }) => readEndpointStatistics(session, id, since),
  };
}

function addEndpoint(session: SqliteSession, input: EndpointInput): Endpoint {
  const { prepare, secretBox } = session;
  const { id = newEndpointId(), tenant = "", fairnessGroup = tenant, eventTypes } = input;
  const { kind = "webhook", metadata = {} } = input;
  const now = session.now();
  const holder = prepare("SELECT holds FROM webhook_tenants WHERE id = ?").get(tenant);
  const { changes } = prepare(insertEndpoint).run(
    id,
    tenant,
    fairnessGroup,
    JSON.stringify(eventTypes),
    fromSubscription(input),
    encryptEndpoint(input, secretBox),
    kind,
    JSON.stringify(metadata),
    input.maxConcurrency ?? null,
    input.rateLimit?.perSecond ?? null,
    input.rateLimit?.burst ?? null,
    joinHolds(holder === undefined ? "[]" : text(holder, "holds"), input.holds),
    now,
    now,
    input.polling === true ? 0 : null,
  );
  if (changes === 0) throw new DeliveryError("endpoint_exists", `endpoint ${id} already exists`);
  return toEndpoint(getEndpointRow(session, id), secretBox);
}

function changeEndpoint(session: SqliteSession, id: string, update: EndpointUpdate): Endpoint {
  const { prepare, now, secretBox } = session;
  const row = getEndpointRow(session, id);
  const before = toEndpoint(row, secretBox);
  const change = decideChange(before, update);
  const merged = { ...before, ...change };
  prepare(replaceEndpoint).run(
    JSON.stringify(merged.eventTypes),
    fromSubscription(merged),
    encryptEndpoint(merged, secretBox),
    JSON.stringify(merged.metadata),
    merged.maxConcurrency ?? null,
    merged.rateLimit?.perSecond ?? null,
    merged.rateLimit?.burst ?? null,
    change.rateLimit === undefined ? number(row, "bucket_full_at") : fullTokenBucket.fullAt,
    now(),
    id,
  );
  if (!isHeld(row)) postponeTurn(session, number(row, "seq"), 0);
  return toEndpoint(getEndpointRow(session, id), secretBox);
}

function probe(session: SqliteSession, row: Row): void {
  const { prepare } = session;
  const health = toHealth(row);
  if (health.circuit.state !== "open") return;
  const [endpoint, now] = [number(row, "seq"), session.now()];
  saveHealth(session, endpoint, { ...health, circuit: { ...health.circuit, until: now } });
  const due = "SELECT 1 FROM webhook_deliveries WHERE ready = 1 AND endpoint = ? LIMIT 1";
  if (prepare(due).get(endpoint) === undefined) {
    prepare(
      `UPDATE webhook_deliveries SET ready = 1, due_at = ?, scheduled_at = ? WHERE seq = (
         SELECT seq FROM webhook_deliveries INDEXED BY webhook_deliveries_open
         WHERE endpoint = ? AND finished_at IS NULL AND state = 'scheduled' ORDER BY event LIMIT 1)`,
    ).run(now, now, endpoint);
  }
  addTurn(session, endpoint);
  if (!isHeld(row)) postponeTurn(session, endpoint, 0);
}

type HoldChange = "set" | "clear";

const holdChanges: Readonly<Record<HoldChange, string>> = {
  set: `holds = ${withReason} WHERE NOT ${isHeldFor}`,
  clear: `holds = ${withoutReason} WHERE ${isHeldFor}`,
};

function changeHold(session: SqliteSession, change: HoldChange, target: HoldTarget, reason: string): void {
  const { prepare } = session;
  const set = holdChanges[change];
  const turns = `UPDATE webhook_turns SET not_before = CASE holds WHEN '[]' THEN 0 ELSE ${never} END
    FROM webhook_endpoints e WHERE e.seq = webhook_turns.endpoint`;
  if ("endpointId" in target) {
    const id = target.endpointId;
    getEndpointRow(session, id);
    prepare(`UPDATE webhook_endpoints SET ${set} AND id = :id`).run({ reason, id });
    prepare(`${turns} AND e.id = ?`).run(id);
    return;
  }
  const { tenant } = target;
  if (change === "set") {
    prepare("INSERT INTO webhook_tenants (id, holds) VALUES (?, '[]') ON CONFLICT DO NOTHING").run(tenant);
  }
  prepare(`UPDATE webhook_tenants SET ${set} AND id = :tenant`).run({ reason, tenant });
  prepare("DELETE FROM webhook_tenants WHERE id = ? AND holds = '[]'").run(tenant);
  prepare(`UPDATE webhook_endpoints SET ${set} AND tenant = :tenant AND id IS NOT NULL`).run({
    reason,
    tenant,
  });
  prepare(`${turns} AND e.tenant = ?`).run(tenant);
}

function readEndpointStatistics(
  session: SqliteSession,
  endpointId: string,
  since: number,
): EndpointStatistics {
  const { first, prepare } = session;
  const row = getEndpointRow(session, endpointId);
  const endpoint = number(row, "seq");
  const countSending =
    "SELECT count(*) AS sending FROM webhook_deliveries WHERE endpoint = ? AND state = 'sending'";
  const sending = number(first(countSending, endpoint), "sending");
  const oldest = `SELECT (SELECT created_at FROM webhook_deliveries WHERE endpoint = ? AND ready = 1 ORDER BY seq LIMIT 1)
    AS created_at`;
  const oldestDueAt = optionalNumber(first(oldest, endpoint), "created_at");
  return {
    endpointId,
    failingSince: optionalNumber(row, "failing_since"),
    pending: number(first(countOpen, endpoint), "open") - sending,
    sending,
    oldestDueAt,
    hours: prepare("SELECT * FROM webhook_endpoint_hours WHERE endpoint = ? AND hour >= ? ORDER BY hour")
      .all(endpoint, hourOf(since))
      .map(toEndpointHour),
  };
}
