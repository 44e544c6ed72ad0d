import type { SQLInputValue } from "node:sqlite";
import type { DeliveryCount, DeliveryCountQuery } from "../model/delivery.ts";
import {
  checkBoundaries,
  type ListPart,
  maxCountedEndpoints,
  mayBeDelivered,
} from "../queue/delivery-list.ts";
import { number } from "../rows/columns.ts";
import { findEndpoints, parts } from "./list-deliveries.ts";
import type { SqliteSession } from "./session.ts";
import { never } from "./turns.ts";

/** Counts entries of the list indexes between the first and last event of each span. */
export function countDeliveries(session: SqliteSession, query: DeliveryCountQuery): DeliveryCount[] {
  const { boundaries, eventType, eventTypes, lastStatus } = query;
  checkBoundaries(boundaries);
  const first = session.prepare(
    "SELECT seq FROM webhook_events WHERE created_at >= ? ORDER BY created_at, seq LIMIT 1",
  );
  const events = boundaries.map((time) => {
    const row = first.get(time);
    return row === undefined ? never : number(row, "seq");
  });
  const endpoints = findEndpoints(session, query, maxCountedEndpoints);
  const conditions = [
    "d.event >= :since AND d.event < :before",
    ...(endpoints === undefined ? [] : ["d.endpoint IN (SELECT value FROM json_each(:endpoints))"]),
    ...(eventType === undefined ? [] : ["v.type = :eventType AND v.seq >= :since AND v.seq < :before"]),
    ...(eventTypes === undefined ? [] : ["v.type IN (SELECT value FROM json_each(:eventTypes))"]),
    ...(lastStatus === undefined ? [] : ["d.last_status = :lastStatus"]),
  ].join(" AND ");
  const values: Record<string, SQLInputValue> = {
    ...(endpoints !== undefined && { endpoints: JSON.stringify(endpoints) }),
    ...(eventType !== undefined && { eventType }),
    ...(eventTypes !== undefined && { eventTypes: JSON.stringify(eventTypes) }),
    ...(lastStatus !== undefined && { lastStatus }),
  };
  const count = (part: ListPart, since: number, before: number): number => {
    if (since >= before || (part === "delivered" && !mayBeDelivered(lastStatus))) return 0;
    const { condition, all, ofEndpoint } = parts[part];
    const deliveries = `webhook_deliveries d INDEXED BY ${endpoints === undefined ? all : ofEndpoint}`;
    // Events of a type can belong to any tenant, so they are read first only if no endpoints are selected.
    const ofType =
      endpoints === undefined
        ? `webhook_events v INDEXED BY webhook_events_type
           CROSS JOIN webhook_deliveries d INDEXED BY sqlite_autoindex_webhook_deliveries_1 ON d.event = v.seq`
        : `${deliveries} CROSS JOIN webhook_events v ON v.seq = d.event`;
    const tables = eventType === undefined && eventTypes === undefined ? deliveries : ofType;
    const sql = `SELECT count(*) AS total FROM ${tables} WHERE ${condition} AND ${conditions}`;
    return number(session.prepare(sql).get({ ...values, since, before }) ?? {}, "total");
  };
  return boundaries.slice(0, -1).map((since, span) => {
    const [begin = never, end = never] = events.slice(span, span + 2);
    return {
      since,
      open: count("open", begin, end),
      delivered: count("delivered", begin, end),
      failed: count("failed", begin, end),
    };
  });
}
