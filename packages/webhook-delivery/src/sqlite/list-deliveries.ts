import type { SQLInputValue } from "node:sqlite";
import type { Delivery, DeliveryQuery, Page } from "../model/delivery.ts";
import {
  cursorAfter,
  type DeliveryList,
  type ListPart,
  maxSearchedEvents,
  toDeliveryList,
} from "../queue/delivery-list.ts";
import { toPage } from "../queue/page.ts";
import { number, type Row } from "../rows/columns.ts";
import { toDelivery } from "../rows/delivery-row.ts";
import { type EndpointSelection, namesNoEndpoint, selectEndpoints } from "../rows/endpoint-selection.ts";
import type { SqliteSession } from "./session.ts";
import { never } from "./turns.ts";

interface Part {
  readonly condition: string;
  /** The index by event across all endpoints. */
  readonly all: string;
  /** The index by event of one endpoint. */
  readonly ofEndpoint: string;
}

/** The SQL conditions and indexes of each part. */
export const parts: Readonly<Record<ListPart, Part>> = {
  open: {
    condition: "d.finished_at IS NULL",
    all: "webhook_deliveries_all_open",
    ofEndpoint: "webhook_deliveries_open",
  },
  delivered: {
    condition: "d.state = 'delivered'",
    all: "webhook_deliveries_all_delivered",
    ofEndpoint: "webhook_deliveries_delivered",
  },
  failed: {
    condition: "d.state = 'failed'",
    all: "webhook_deliveries_all_failed",
    ofEndpoint: "webhook_deliveries_failed",
  },
};

const everything: Omit<Part, "ofEndpoint"> = {
  condition: "TRUE",
  all: "sqlite_autoindex_webhook_deliveries_1",
};

/** For tenants with more endpoints, all deliveries are searched instead. */
const maxTenantEndpoints = 1_000;

/** The columns of a delivery with its event and endpoint. */
export const columns = "SELECT d.*, v.id AS event_id, v.type AS event_type, e.id AS endpoint_id";

type Values = Record<string, SQLInputValue>;

/** Reads a page. Every query reads an index from one end, whatever the size of the history. */
export function listDeliveries(session: SqliteSession, query: DeliveryQuery): Page<Delivery> {
  const list = withTimes(session, query, toDeliveryList(query));
  const rows = readRows(session, query, list);
  const page = toPage(rows, list.limit, (row) => [number(row, "event"), number(row, "endpoint")], toDelivery);
  return page.cursor === undefined && list.searchEnd !== undefined
    ? { ...page, cursor: cursorAfter(list.searchEnd, list) }
    : page;
}

interface TimedList extends DeliveryList {
  readonly oldestEvent: number;
  readonly newestEvent: number;
  /** The last event whose body the page searches, if there are more. */
  readonly searchEnd?: number | undefined;
}

/** The comparison with a position that comes before, and the order of rows. */
const orders = {
  newest: { after: "<", sort: "DESC" },
  oldest: { after: ">", sort: "ASC" },
} as const;

function orderOf({ isOldestFirst }: DeliveryList) {
  return orders[isOldestFirst ? "oldest" : "newest"];
}

/** Events are in the order of their times, so a time range becomes an index range. */
export function withTimes({ prepare }: SqliteSession, query: DeliveryQuery, list: DeliveryList): TimedList {
  const { createdSince, createdBefore } = query;
  const first = "SELECT seq FROM webhook_events WHERE created_at >= ? ORDER BY created_at, seq LIMIT 1";
  const last =
    "SELECT seq FROM webhook_events WHERE created_at < ? ORDER BY created_at DESC, seq DESC LIMIT 1";
  const oldest = createdSince === undefined ? { seq: 0 } : prepare(first).get(createdSince);
  const newest = createdBefore === undefined ? { seq: never } : prepare(last).get(createdBefore);
  const oldestEvent = oldest === undefined ? never : number(oldest, "seq");
  const newestEvent = newest === undefined ? 0 : number(newest, "seq");
  const { isOldestFirst } = list;
  const event = isOldestFirst ? Math.max(list.event, oldestEvent - 1) : Math.min(list.event, newestEvent + 1);
  const timed = { ...list, oldestEvent, newestEvent, event };
  if (query.bodyText === undefined || query.eventId !== undefined) return timed;
  const { after, sort } = orderOf(list);
  const firstSearched = `SELECT created_at, seq FROM webhook_events WHERE seq ${after} ? ORDER BY seq ${sort} LIMIT 1`;
  const begin = prepare(firstSearched).get(event);
  const lastSearched = `SELECT seq FROM webhook_events WHERE (created_at, seq) ${after}= (?, ?)
    AND ${isOldestFirst ? "created_at < ?" : "created_at >= ?"}
    ORDER BY created_at ${sort}, seq ${sort} LIMIT 1 OFFSET ${maxSearchedEvents - 1}`;
  const limit = isOldestFirst ? (createdBefore ?? never) : (createdSince ?? 0);
  const end = begin && prepare(lastSearched).get(number(begin, "created_at"), number(begin, "seq"), limit);
  return { ...timed, searchEnd: end && number(end, "seq") };
}

function readRows(session: SqliteSession, query: DeliveryQuery, list: TimedList): Row[] {
  const filter = toFilter(query, list);
  if (query.eventId !== undefined) return readByEvent(session, "sqlite_autoindex_webhook_events_1", filter);
  const endpoints = findEndpoints(session, query);
  if (endpoints !== undefined) return readOfEndpoints(session, list, { endpoints, filter });
  const isWhole = list.parts.length === Object.keys(parts).length;
  if (query.eventType !== undefined && isWhole) return readByEvent(session, "webhook_events_type", filter);
  const { sort } = orderOf(list);
  const ranges = isWhole ? [everything] : list.parts.map((part) => parts[part]);
  return inOrder(
    list,
    ranges.flatMap(({ condition, all }) =>
      session
        .prepare(
          `${columns} FROM webhook_deliveries d INDEXED BY ${all}
           CROSS JOIN webhook_events v ON v.seq = d.event CROSS JOIN webhook_endpoints e ON e.seq = d.endpoint
           WHERE ${condition} AND ${afterCursor(list)} AND ${filter.conditions}
           ORDER BY d.event ${sort}, d.endpoint ${sort} LIMIT :limit + 0`,
        )
        .all({ ...filter.values, ...cursorOf(list) }),
    ),
  );
}

function afterCursor(list: DeliveryList): string {
  return `(d.event, d.endpoint) ${orderOf(list).after} (:event, :endpoint)`;
}

function cursorOf({ event, endpoint, limit }: DeliveryList): Values {
  return { event, endpoint, limit: limit + 1 };
}

function readByEvent({ prepare }: SqliteSession, index: string, { conditions, values, list }: Filter): Row[] {
  const { after, sort } = orderOf(list);
  const sql = `${columns} FROM webhook_events v INDEXED BY ${index}
    CROSS JOIN webhook_deliveries d INDEXED BY sqlite_autoindex_webhook_deliveries_1 ON d.event = v.seq
    CROSS JOIN webhook_endpoints e ON e.seq = d.endpoint
    WHERE v.seq ${after}= :event AND ${afterCursor(list)} AND ${conditions}
    ORDER BY v.seq ${sort}, d.endpoint ${sort} LIMIT :limit + 0`;
  return prepare(sql).all({ ...values, ...cursorOf(list) });
}

/** Returns the endpoints selected by a query; `undefined` if it selects none explicitly, or too many. */
export function findEndpoints(
  { prepare }: SqliteSession,
  query: EndpointSelection,
  max: number = maxTenantEndpoints,
): number[] | undefined {
  const { endpointId, endpointIds, tenant, tenants, kind } = query;
  if (namesNoEndpoint(query)) return undefined;
  const select = "SELECT seq, id, tenant, kind FROM webhook_endpoints WHERE";
  const newest = "id IS NOT NULL ORDER BY seq DESC LIMIT ? + 0";
  const rows =
    endpointId !== undefined
      ? prepare(`${select} id = ?`).all(endpointId)
      : endpointIds !== undefined
        ? prepare(`${select} id IN (SELECT value FROM json_each(?)) AND ${newest}`).all(
            JSON.stringify(endpointIds),
            max + 1,
          )
        : tenant !== undefined
          ? prepare(`${select} tenant = ? AND ${newest}`).all(tenant, max + 1)
          : tenants !== undefined
            ? prepare(`${select} tenant IN (SELECT value FROM json_each(?)) AND ${newest}`).all(
                JSON.stringify(tenants),
                max + 1,
              )
            : prepare(`${select} kind = ? AND ${newest}`).all(kind ?? "", max + 1);
  return rows.length > max ? undefined : selectEndpoints(rows, query);
}

/** Reads endpoint by endpoint, each only as far as the page is already filled. */
function readOfEndpoints(
  { prepare }: SqliteSession,
  list: DeliveryList,
  { endpoints, filter }: { readonly endpoints: readonly number[]; readonly filter: Filter },
): Row[] {
  const { after, sort } = orderOf(list);
  const step = list.isOldestFirst ? -1 : 1;
  let rows: Row[] = [];
  for (const endpoint of endpoints) {
    const last = rows.length > list.limit ? rows.at(-1) : undefined;
    const end = last === undefined ? (list.isOldestFirst ? never : 0) : number(last, "event");
    // Of the event at the cursor, only endpoints after the cursor's are left.
    const isLeft = list.isOldestFirst ? endpoint > list.endpoint : endpoint < list.endpoint;
    const start = list.event + (isLeft ? step : 0);
    const own = list.parts.flatMap((part) =>
      prepare(
        `${columns} FROM webhook_deliveries d INDEXED BY ${parts[part].ofEndpoint}
         CROSS JOIN webhook_events v ON v.seq = d.event CROSS JOIN webhook_endpoints e ON e.seq = d.endpoint
         WHERE ${parts[part].condition} AND d.endpoint = :endpoint AND d.event ${after} :start
           AND :end ${after}= d.event AND ${filter.conditions}
         ORDER BY d.event ${sort} LIMIT :limit + 0`,
      ).all({ ...filter.values, endpoint, start, end, limit: list.limit + 1 }),
    );
    if (own.length > 0) rows = inOrder(list, [...rows, ...own]);
  }
  return rows;
}

function inOrder({ limit, isOldestFirst }: DeliveryList, rows: readonly Row[]): Row[] {
  const sign = isOldestFirst ? -1 : 1;
  return rows
    .toSorted(
      (a, b) =>
        sign * (number(b, "event") - number(a, "event") || number(b, "endpoint") - number(a, "endpoint")),
    )
    .slice(0, limit + 1);
}

interface Filter {
  readonly list: DeliveryList;
  readonly conditions: string;
  readonly values: Values;
}

/** Returns the conditions of a query. */
export function toFilter(query: DeliveryQuery, list: TimedList): Filter {
  const { after } = orderOf(list);
  const wanted: readonly (readonly [condition: string, name: string, value: SQLInputValue | undefined])[] = [
    ["e.id = :endpointId", "endpointId", query.endpointId],
    ["e.id IN (SELECT value FROM json_each(:endpointIds))", "endpointIds", toJson(query.endpointIds)],
    ["e.tenant = :tenant", "tenant", query.tenant],
    ["e.tenant IN (SELECT value FROM json_each(:tenants))", "tenants", toJson(query.tenants)],
    ["e.kind = :kind", "kind", query.kind],
    ["v.id = :eventId", "eventId", query.eventId],
    ["v.type = :eventType", "eventType", query.eventType],
    ["v.type IN (SELECT value FROM json_each(:eventTypes))", "eventTypes", toJson(query.eventTypes)],
    ["d.last_status = :lastStatus", "lastStatus", query.lastStatus],
    // The list starts at one end of the time range. A second bound there would compete with the cursor for the index.
    [
      `v.created_at >= :createdSince${list.isOldestFirst ? "" : " AND d.event >= :oldest"}`,
      "createdSince",
      query.createdSince,
    ],
    [
      `v.created_at < :createdBefore${list.isOldestFirst ? " AND d.event <= :newest" : ""}`,
      "createdBefore",
      query.createdBefore,
    ],
    ["instr(v.body, :bodyText) > 0", "bodyText", query.bodyText],
    [`:searchEnd ${after}= d.event AND :searchEnd ${after}= v.seq`, "searchEnd", list.searchEnd],
  ];
  const used = wanted.filter(([, , value]) => value !== undefined);
  const inParts = list.parts.map((part) => parts[part].condition).join(" OR ") || "FALSE";
  const states = list.openStates?.map((state) => `'${state}'`).join(", ");
  return {
    list,
    conditions: [
      "e.id IS NOT NULL",
      `(${inParts})`,
      ...used.map(([condition]) => condition),
      ...(states === undefined || states === ""
        ? []
        : [`(d.finished_at IS NOT NULL OR d.state IN (${states}))`]),
    ].join(" AND "),
    values: {
      ...Object.fromEntries(used.map(([, name, value]) => [name, value ?? null])),
      ...(query.createdSince === undefined || list.isOldestFirst ? {} : { oldest: list.oldestEvent }),
      ...(query.createdBefore !== undefined && list.isOldestFirst ? { newest: list.newestEvent } : {}),
    },
  };
}

function toJson(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : JSON.stringify(values);
}
