import type { FailureGroup, FailureGroupQuery } from "../model/delivery.ts";
import { maxCountedEndpoints, maxFailureGroups, maxGroupedFailures } from "../queue/delivery-list.ts";
import { toFailureGroup } from "../rows/delivery-row.ts";
import { findEndpoints, parts } from "./list-deliveries.ts";
import type { Query } from "./session.ts";

/** Groups the newest failures of each endpoint, read from the index of failed deliveries. */
export async function groupFailures(query: Query, asked: FailureGroupQuery): Promise<FailureGroup[]> {
  const { since, before, eventType, eventTypes, lastStatus } = asked;
  const endpoints = await findEndpoints(query, asked, maxCountedEndpoints);
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const firstEvent = (time: number): string => `coalesce((
    SELECT seq FROM webhooks.events WHERE created_at >= ${bind(time)} ORDER BY created_at, seq LIMIT 1
  ), 9007199254740991)`;
  const conditions = [
    parts.failed,
    `d.event >= ${firstEvent(since)} AND d.event < ${firstEvent(before)}`,
    // The planner must keep the index order however rare the status is.
    ...(lastStatus === undefined ? [] : [`coalesce(d.last_status = ${bind(lastStatus)}, FALSE)`]),
    ...(eventType === undefined
      ? []
      : [`(SELECT type FROM webhooks.events WHERE seq = d.event) = ${bind(eventType)}`]),
    ...(eventTypes === undefined
      ? []
      : [`(SELECT type FROM webhooks.events WHERE seq = d.event) = ANY(${bind(eventTypes)}::text[])`]),
  ].join(" AND ");
  const failures =
    endpoints === undefined
      ? `SELECT * FROM webhooks.deliveries AS d WHERE ${conditions}
         ORDER BY d.event DESC, d.endpoint DESC LIMIT ${maxGroupedFailures}`
      : `SELECT own.* FROM unnest(${bind(endpoints)}::bigint[]) AS wanted (seq) CROSS JOIN LATERAL (
           SELECT * FROM webhooks.deliveries AS d WHERE d.endpoint = wanted.seq AND ${conditions}
           ORDER BY d.endpoint DESC, d.event DESC LIMIT ${maxGroupedFailures}
         ) AS own`;
  const rows = await query(
    `SELECT e.id AS endpoint_id, grouped.* FROM (
       SELECT endpoint, failure_reason, last_status, last_error_code, count(*) AS total, max(finished_at) AS failed_at
       FROM (${failures}) AS failures
       GROUP BY endpoint, failure_reason, last_status, last_error_code
     ) AS grouped
     CROSS JOIN LATERAL (SELECT * FROM webhooks.endpoints WHERE seq = grouped.endpoint LIMIT 1) AS e
     WHERE e.id IS NOT NULL ORDER BY total DESC LIMIT ${maxFailureGroups}`,
    values,
  );
  return rows.map(toFailureGroup);
}
