import type { DeliveryCount, DeliveryCountQuery } from "../model/delivery.ts";
import {
  checkBoundaries,
  type ListPart,
  maxCountedEndpoints,
  mayBeDelivered,
} from "../queue/delivery-list.ts";
import { number } from "../rows/columns.ts";
import { findEndpoints, parts } from "./list-deliveries.ts";
import type { Query } from "./session.ts";

/**
 * Counts entries of the list indexes: between the first and last event of each span, or, with endpoints, in one range of
 * each endpoint's own index.
 */
export async function countDeliveries(query: Query, asked: DeliveryCountQuery): Promise<DeliveryCount[]> {
  const { boundaries, eventType, eventTypes, lastStatus } = asked;
  checkBoundaries(boundaries);
  const endpoints = await findEndpoints(query, asked, maxCountedEndpoints);
  const values: unknown[] = [boundaries];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const seqs = endpoints === undefined ? undefined : `${bind(endpoints)}::bigint[]`;
  const isOfType = [
    ...(eventType === undefined ? [] : [`type = ${bind(eventType)}`]),
    ...(eventTypes === undefined ? [] : [`type = ANY(${bind(eventTypes)}::text[])`]),
  ].join(" AND ");
  const status = lastStatus === undefined ? "" : `AND d.last_status = ${bind(lastStatus)}`;
  const ofType =
    isOfType === ""
      ? ""
      : `CROSS JOIN LATERAL (SELECT type FROM webhooks.events WHERE seq = d.event LIMIT 1) AS v WHERE ${isOfType}`;
  // OFFSET keeps the planner from reading the deliveries of all endpoints first.
  const countOwn = (part: ListPart, condition: string): string => `
    SELECT '${part}' AS part, width_bucket(d.event, edge.events) AS number, count(*) AS total
    FROM edge CROSS JOIN unnest(${seqs}) AS own (seq) CROSS JOIN LATERAL (
      SELECT d.event FROM webhooks.deliveries AS d
      WHERE (d.endpoint, d.event) >= (own.seq, edge.since) AND (d.endpoint, d.event) < (own.seq, edge.before) AND ${condition}
      ORDER BY d.endpoint, d.event OFFSET 0
    ) AS d ${ofType} GROUP BY 2`;
  const all =
    isOfType === ""
      ? "webhooks.deliveries AS d WHERE d.event >= span.since AND d.event < span.before"
      : `(
        SELECT seq FROM webhooks.events WHERE ${isOfType} AND seq >= span.since AND seq < span.before
        ORDER BY type DESC, seq DESC
      ) AS v CROSS JOIN LATERAL (SELECT * FROM webhooks.deliveries WHERE event = v.seq ORDER BY endpoint DESC) AS d
      WHERE TRUE`;
  const countAll = (part: ListPart, condition: string): string =>
    `SELECT '${part}' AS part, number, (SELECT count(*) FROM ${all} AND ${condition}) AS total FROM span`;
  const counted: readonly ListPart[] = mayBeDelivered(lastStatus)
    ? ["open", "delivered", "failed"]
    : ["open", "failed"];
  const count = (part: ListPart): string =>
    (seqs === undefined ? countAll : countOwn)(part, `${parts[part]} ${status}`);
  const total = (part: ListPart): string =>
    `coalesce(sum(total) FILTER (WHERE part = '${part}'), 0)::bigint AS ${part}`;
  const rows = await query(
    `WITH bounds AS (
       SELECT number, time, max(event) OVER (ORDER BY number) AS event FROM (
         SELECT number, time, coalesce((
           SELECT seq FROM webhooks.events WHERE created_at >= time ORDER BY created_at, seq LIMIT 1
         ), 9007199254740991) AS event
         FROM unnest($1::bigint[]) WITH ORDINALITY AS given (time, number)
       ) AS found
     ), span AS (
       SELECT number, event AS since, lead(event) OVER (ORDER BY number) AS before FROM bounds
     ), edge AS MATERIALIZED (
       SELECT array_agg(event ORDER BY number) AS events, min(event) AS since, max(event) AS before FROM bounds
     ), counted AS MATERIALIZED (${counted.map(count).join(" UNION ALL ")})
     SELECT time, ${total("open")}, ${total("delivered")}, ${total("failed")}
     FROM bounds LEFT JOIN counted USING (number) WHERE number < ${boundaries.length} GROUP BY number, time ORDER BY number`,
    values,
  );
  return rows.map((row) => ({
    since: number(row, "time"),
    open: number(row, "open"),
    delivered: number(row, "delivered"),
    failed: number(row, "failed"),
  }));
}
