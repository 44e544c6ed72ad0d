import type { Delivery, DeliveryQuery, Page, SortedOrder } from "../model/delivery.ts";
import { type SortedList, toDeliveryList, toSortedList } from "../queue/delivery-list.ts";
import { toPage } from "../queue/page.ts";
import { number, type Row } from "../rows/columns.ts";
import { toDelivery } from "../rows/delivery-row.ts";
import { columns, findEndpoints, toFilter, withTimes } from "./list-deliveries.ts";
import type { SqliteSession } from "./session.ts";
import { never } from "./turns.ts";

/** The condition of the partial indexes of each order. */
const indexes = {
  next_attempt: {
    condition: "d.state = 'scheduled' AND d.ready = 0",
    all: "webhook_deliveries_later",
    ofEndpoint: "webhook_deliveries_next",
  },
  attempts: {
    condition: "d.attempts > 1",
    all: "webhook_deliveries_all_retried",
    ofEndpoint: "webhook_deliveries_retried",
  },
} as const;

const sorted = (index: string): string =>
  `webhook_deliveries d INDEXED BY ${index} CROSS JOIN webhook_events v ON v.seq = d.event`;

/** An event has few deliveries, which are sorted after they are read. */
const ofEvent = `webhook_events v INDEXED BY sqlite_autoindex_webhook_events_1
  CROSS JOIN webhook_deliveries d INDEXED BY sqlite_autoindex_webhook_deliveries_1 ON d.event = v.seq`;

/** Reads a page in the order of a column, endpoint by endpoint, each only as far as the page is already filled. */
export function listSorted(
  session: SqliteSession,
  query: DeliveryQuery & { readonly order: SortedOrder },
): Page<Delivery> {
  const list = toSortedList(query, query.order);
  const { column, after, sort, limit, value, seq } = list;
  const { condition, all, ofEndpoint } = indexes[query.order];
  const filter = toFilter(query, withTimes(session, query, toDeliveryList({ ...query, cursor: undefined })));
  const read = (source: string, own: string, more: Readonly<Record<string, number>>): Row[] =>
    session
      .prepare(
        `${columns} FROM ${source} CROSS JOIN webhook_endpoints e ON e.seq = d.endpoint
         WHERE ${condition} AND ${own} (d.${column}, d.seq) ${after} (:value, :seq) AND ${filter.conditions}
         ORDER BY d.${column} ${sort}, d.seq ${sort} LIMIT :limit + 0`,
      )
      .all({ ...filter.values, value, seq, limit: limit + 1, ...more });
  const isOfEvent = query.eventId !== undefined;
  const endpoints = isOfEvent ? undefined : findEndpoints(session, query);
  let rows = endpoints === undefined ? read(isOfEvent ? ofEvent : sorted(all), "", {}) : [];
  for (const endpoint of endpoints ?? []) {
    const last = rows.length > limit ? rows.at(-1) : undefined;
    const end = last === undefined ? (after === ">" ? never : 0) : number(last, column);
    const own = read(sorted(ofEndpoint), `d.endpoint = :own AND :end ${after}= d.${column} AND`, {
      own: endpoint,
      end,
    });
    if (own.length > 0) rows = inOrder(list, [...rows, ...own]);
  }
  return toPage(rows, limit, (row) => [number(row, column), number(row, "seq")], toDelivery);
}

function inOrder({ column, after, limit }: SortedList, rows: readonly Row[]): Row[] {
  const sign = after === ">" ? 1 : -1;
  const difference = (a: Row, b: Row, name: string): number => number(a, name) - number(b, name);
  return rows
    .toSorted((a, b) => sign * (difference(a, b, column) || difference(a, b, "seq")))
    .slice(0, limit + 1);
}
