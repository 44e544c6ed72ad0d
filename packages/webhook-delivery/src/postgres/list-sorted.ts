import type { Delivery, DeliveryQuery, Page, SortedOrder } from "../model/delivery.ts";
import { toDeliveryList, toSortedList } from "../queue/delivery-list.ts";
import { toPage } from "../queue/page.ts";
import { number } from "../rows/columns.ts";
import { toDelivery } from "../rows/delivery-row.ts";
import { columns, findEndpoints, joined, toConditions } from "./list-deliveries.ts";
import type { Query } from "./session.ts";

/** The condition of the partial indexes of each order. */
const conditions = {
  next_attempt: "d.state = 'scheduled' AND NOT d.ready",
  attempts: "d.attempts > 1",
} as const;

/** Reads a page in the order of a column. */
export async function listSorted(
  query: Query,
  parts: DeliveryQuery & { readonly order: SortedOrder },
): Promise<Page<Delivery>> {
  const { column, after, sort, limit, value, seq } = toSortedList(parts, parts.order);
  const endpoints = await findEndpoints(query, parts);
  const values: unknown[] = [];
  const bind = (each: unknown): string => `$${values.push(each)}`;
  const filter = toConditions(parts, toDeliveryList({ ...parts, cursor: undefined }), bind);
  // An event has few deliveries, which are sorted after they are read.
  const source =
    parts.eventId === undefined
      ? "webhooks.deliveries AS d"
      : `(SELECT seq FROM webhooks.events WHERE id = ${bind(parts.eventId)}) AS wanted
         CROSS JOIN LATERAL (SELECT * FROM webhooks.deliveries WHERE event = wanted.seq ORDER BY endpoint) AS d`;
  const select = `${columns} FROM ${source} ${joined}
    WHERE ${conditions[parts.order]} AND (d.${column}, d.seq) ${after} (${bind(value)}::bigint, ${bind(seq)}::bigint)
    AND ${filter}`;
  const order = `d.${column} ${sort}, d.seq ${sort} LIMIT ${limit + 1}`;
  const sql =
    endpoints === undefined
      ? `${select} ORDER BY ${order}`
      : `SELECT own.* FROM unnest(${bind(endpoints)}::bigint[]) AS endpoint (seq)
         CROSS JOIN LATERAL (
           ${select} AND d.endpoint = endpoint.seq ORDER BY d.endpoint ${sort}, ${order}
         ) AS own
         ORDER BY ${column} ${sort}, seq ${sort} LIMIT ${limit + 1}`;
  const rows = await query(sql, values);
  return toPage(rows, limit, (row) => [number(row, column), number(row, "seq")], toDelivery);
}
