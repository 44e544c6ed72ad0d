import type { SQLInputValue } from "node:sqlite";
import type { FailureGroup, FailureGroupQuery } from "../model/delivery.ts";
import { maxCountedEndpoints, maxFailureGroups, maxGroupedFailures } from "../queue/delivery-list.ts";
import { toFailureGroup } from "../rows/delivery-row.ts";
import { number } from "../rows/columns.ts";
import { findEndpoints, parts } from "./list-deliveries.ts";
import type { SqliteSession } from "./session.ts";
import { never } from "./turns.ts";

/** Groups the newest failures of each endpoint, read from the index of failed deliveries. */
export function groupFailures(session: SqliteSession, query: FailureGroupQuery): FailureGroup[] {
  const { since, before, eventType, eventTypes, lastStatus } = query;
  const first = session.prepare(
    "SELECT seq FROM webhook_events WHERE created_at >= ? ORDER BY created_at, seq LIMIT 1",
  );
  const firstEvent = (time: number): number => {
    const row = first.get(time);
    return row === undefined ? never : number(row, "seq");
  };
  const endpoints = findEndpoints(session, query, maxCountedEndpoints);
  const { condition, all, ofEndpoint } = parts.failed;
  const conditions = [
    condition,
    "d.event >= :since AND d.event < :before",
    ...(endpoints === undefined ? [] : ["d.endpoint = :endpoint"]),
    ...(lastStatus === undefined ? [] : ["d.last_status = :lastStatus"]),
    ...(eventType === undefined
      ? []
      : ["(SELECT v.type FROM webhook_events v WHERE v.seq = d.event) = :eventType"]),
    ...(eventTypes === undefined
      ? []
      : [
          "(SELECT v.type FROM webhook_events v WHERE v.seq = d.event) IN (SELECT value FROM json_each(:eventTypes))",
        ]),
  ].join(" AND ");
  const select = session.prepare(
    `SELECT e.id AS endpoint_id, grouped.* FROM (
       SELECT endpoint, failure_reason, last_status, last_error_code, count(*) AS total, max(finished_at) AS failed_at
       FROM (
         SELECT d.* FROM webhook_deliveries d INDEXED BY ${endpoints === undefined ? all : ofEndpoint}
         WHERE ${conditions} ORDER BY d.event DESC LIMIT ${maxGroupedFailures}
       ) GROUP BY endpoint, failure_reason, last_status, last_error_code
     ) AS grouped CROSS JOIN webhook_endpoints e ON e.seq = grouped.endpoint WHERE e.id IS NOT NULL`,
  );
  const values: Record<string, SQLInputValue> = {
    since: firstEvent(since),
    before: firstEvent(before),
    ...(lastStatus !== undefined && { lastStatus }),
    ...(eventType !== undefined && { eventType }),
    ...(eventTypes !== undefined && { eventTypes: JSON.stringify(eventTypes) }),
  };
  const rows =
    endpoints === undefined
      ? select.all(values)
      : endpoints.flatMap((endpoint) => select.all({ ...values, endpoint }));
  return rows
    .map(toFailureGroup)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxFailureGroups);
}
