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

/** Counts entries of the list indexes between the first and last event of each span. */
export async function countDeliveries(query: Query, asked: DeliveryCountQuery): Promise<DeliveryCount[]> {
  const { boundaries, eventType, lastStatus } = asked;
  checkBoundaries(boundaries);
  const endpoints = await findEndpoints(query, asked, maxCountedEndpoints);
  const values: unknown[] = [boundaries];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const range = "d.event >= span.since AND d.event < span.before";
  const seqs = endpoints === undefined ? undefined : `${bind(endpoints)}::bigint[]`;
  const type = eventType === undefined ? undefined : bind(eventType);
  const status = lastStatus === undefined ? "" : `AND d.last_status = ${bind(lastStatus)}`;
  const from = () => {
    const ofEndpoints = seqs === undefined ? "" : `AND d.endpoint = ANY(${seqs})`;
    if (type !== undefined)
      return `(
        SELECT seq FROM webhooks.events WHERE type = ${type} AND seq >= span.since AND seq < span.before
        ORDER BY type DESC, seq DESC
      ) AS v CROSS JOIN LATERAL (SELECT * FROM webhooks.deliveries WHERE event = v.seq ORDER BY endpoint DESC) AS d
      WHERE TRUE ${ofEndpoints}`;
    if (seqs === undefined) return `webhooks.deliveries AS d WHERE ${range}`;
    return `unnest(${seqs}) AS own (seq) CROSS JOIN LATERAL (
        SELECT * FROM webhooks.deliveries AS d WHERE d.endpoint = own.seq AND ${range}
      ) AS d WHERE TRUE`;
  };
  const count = (part: ListPart): string =>
    part === "delivered" && !mayBeDelivered(lastStatus)
      ? "0"
      : `(SELECT count(*) FROM ${from()} AND ${parts[part]} ${status})`;
  const rows = await query(
    `WITH bounds AS (
       SELECT number, time, coalesce((
         SELECT seq FROM webhooks.events WHERE created_at >= time ORDER BY created_at, seq LIMIT 1
       ), 9007199254740991) AS event
       FROM unnest($1::bigint[]) WITH ORDINALITY AS given (time, number)
     ), span AS (
       SELECT number, time, event AS since, lead(event) OVER (ORDER BY number) AS before FROM bounds
     )
     SELECT time, ${count("open")} AS open, ${count("delivered")} AS delivered, ${count("failed")} AS failed
     FROM span WHERE before IS NOT NULL ORDER BY number`,
    values,
  );
  return rows.map((row) => ({
    since: number(row, "time"),
    open: number(row, "open"),
    delivered: number(row, "delivered"),
    failed: number(row, "failed"),
  }));
}
