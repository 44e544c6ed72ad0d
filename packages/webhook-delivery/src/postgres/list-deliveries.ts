import type { Delivery, DeliveryQuery, Page } from "../model/delivery.ts";
import {
  cursorAfter,
  type DeliveryList,
  type ListPart,
  maxSearchedEvents,
  toDeliveryList,
} from "../queue/delivery-list.ts";
import { toPage } from "../queue/page.ts";
import { number } from "../rows/columns.ts";
import { toDelivery } from "../rows/delivery-row.ts";
import { type EndpointSelection, namesNoEndpoint, selectEndpoints } from "../rows/endpoint-selection.ts";
import type { Query } from "./session.ts";

/** The SQL conditions of each part. */
export const parts: Readonly<Record<ListPart, string>> = {
  open: "d.finished_at IS NULL",
  delivered: "d.state = 'delivered'",
  failed: "d.state = 'failed'",
};

/** Reads a page. Every query reads an index from one end, whatever the size of the history. */
export async function listDeliveries(query: Query, parts: DeliveryQuery): Promise<Page<Delivery>> {
  const list = toDeliveryList(parts);
  const searchEnd = await findSearchEnd(query, parts, list);
  const { sql, values } = toSelect({ ...parts, searchEnd }, list, await findEndpoints(query, parts));
  const page = toPage(
    await query(sql, values),
    list.limit,
    (row) => [number(row, "event"), number(row, "endpoint")],
    toDelivery,
  );
  return page.cursor === undefined && searchEnd !== undefined
    ? { ...page, cursor: cursorAfter(searchEnd, list) }
    : page;
}

/** A query with the last event whose body its page searches, if there are more. */
interface SearchQuery extends DeliveryQuery {
  readonly searchEnd?: number | undefined;
}

async function findSearchEnd(
  query: Query,
  { bodyText, eventId, createdSince = 0, createdBefore = Number.MAX_SAFE_INTEGER }: DeliveryQuery,
  list: DeliveryList,
): Promise<number | undefined> {
  if (bodyText === undefined || eventId !== undefined) return undefined;
  const { after, sort } = orderOf(list);
  const first = `SELECT created_at, seq FROM webhooks.events WHERE seq ${after} $1 ORDER BY seq ${sort} LIMIT 1`;
  const [begin] = await query(first, [list.event]);
  if (begin === undefined) return undefined;
  const last = `SELECT seq FROM webhooks.events
    WHERE (created_at, seq) ${after}= ($1::bigint, $2::bigint) AND created_at >= $3 AND created_at < $4
    ORDER BY created_at ${sort}, seq ${sort} LIMIT 1 OFFSET ${maxSearchedEvents - 1}`;
  const [end] = await query(last, [
    number(begin, "created_at"),
    number(begin, "seq"),
    createdSince,
    createdBefore,
  ]);
  return end && number(end, "seq");
}

/** Returns the comparison of later rows with a position, and the order of rows. */
function orderOf({ isOldestFirst }: DeliveryList) {
  return isOldestFirst ? ({ after: ">", sort: "ASC" } as const) : ({ after: "<", sort: "DESC" } as const);
}

/** For tenants with more endpoints, all deliveries are searched instead. */
const maxTenantEndpoints = 1_000;

const selectOfTenant = `
  SELECT seq, id, tenant, kind FROM webhooks.endpoints WHERE tenant >= $1 AND tenant <= $1 AND id IS NOT NULL
  ORDER BY tenant DESC, seq DESC LIMIT $2`;

/** Joins a delivery with its event and endpoint. */
export const joined = `
  CROSS JOIN LATERAL (SELECT * FROM webhooks.events WHERE seq = d.event LIMIT 1) AS v
  CROSS JOIN LATERAL (SELECT * FROM webhooks.endpoints WHERE seq = d.endpoint LIMIT 1) AS e`;
/** The columns of a delivery with its event and endpoint. */
export const columns = "SELECT d.*, v.id AS event_id, v.type AS event_type, e.id AS endpoint_id";

const selectOfTenants = `
  SELECT seq, id, tenant, kind FROM webhooks.endpoints WHERE tenant = ANY($1::text[]) AND id IS NOT NULL ORDER BY seq DESC LIMIT $2`;

const selectOfIds = `
  SELECT seq, id, tenant, kind FROM webhooks.endpoints WHERE id = ANY($1::text[]) ORDER BY seq DESC LIMIT $2`;

const selectOfKind = `
  SELECT seq, id, tenant, kind FROM webhooks.endpoints WHERE kind = $1 AND id IS NOT NULL ORDER BY seq DESC LIMIT $2`;

/** Returns the endpoints selected by a query; `undefined` if it selects none explicitly, or too many. */
export async function findEndpoints(
  query: Query,
  parts: EndpointSelection & Pick<DeliveryQuery, "eventId">,
  max: number = maxTenantEndpoints,
): Promise<number[] | undefined> {
  const { endpointId, endpointIds, tenant, tenants, kind, eventId } = parts;
  if (eventId !== undefined || namesNoEndpoint(parts)) return undefined;
  const rows =
    endpointId !== undefined
      ? await query("SELECT seq, id, tenant, kind FROM webhooks.endpoints WHERE id = $1", [endpointId])
      : endpointIds !== undefined
        ? await query(selectOfIds, [endpointIds, max + 1])
        : tenant !== undefined
          ? await query(selectOfTenant, [tenant, max + 1])
          : tenants !== undefined
            ? await query(selectOfTenants, [tenants, max + 1])
            : await query(selectOfKind, [kind, max + 1]);
  return rows.length > max ? undefined : selectEndpoints(rows, parts);
}

function toSelect(
  query: SearchQuery,
  list: DeliveryList,
  endpoints: readonly number[] | undefined,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = toConditions(query, list, bind);
  const limit = list.limit + 1;
  const { after, sort } = orderOf(list);
  const order = `ORDER BY event ${sort}, endpoint ${sort} LIMIT ${limit}`;
  const [event, endpoint] = [`${bind(list.event)}::bigint`, `${bind(list.endpoint)}::bigint`];
  const afterCursor = `(d.event, d.endpoint) ${after} (${event}, ${endpoint})`;
  const [end, step] = list.isOldestFirst ? [Number.MAX_SAFE_INTEGER, -1] : [0, 1];

  const all = (condition: string): string => `
    ${columns} FROM webhooks.deliveries AS d ${joined}
    WHERE ${condition} AND ${afterCursor} AND ${conditions}
    ORDER BY d.event ${sort}, d.endpoint ${sort} LIMIT ${limit}`;
  const ofEndpoints = (seqs: string, condition: string): string => `
    SELECT own.* FROM unnest(${seqs}::bigint[]) AS endpoint (seq)
    CROSS JOIN LATERAL (
      ${columns} FROM webhooks.deliveries AS d ${joined}
      WHERE ${condition} AND (endpoint.seq, ${end}) ${after} (d.endpoint, d.event)
        AND (d.endpoint, d.event) ${after} (endpoint.seq, ${event} + CASE WHEN endpoint.seq ${after} ${endpoint} THEN ${step} ELSE 0 END)
        AND ${conditions}
      ORDER BY d.endpoint ${sort}, d.event ${sort} LIMIT ${limit}
    ) AS own
    ${order}`;
  const ofEvents = (named: string, ofNamed: string): string => `
    ${columns} FROM (
      SELECT seq FROM webhooks.events WHERE ${named} AND seq ${after}= ${event} AND ${query.searchEnd ?? end} ${after}= seq ORDER BY ${ofNamed}
    ) AS wanted
    CROSS JOIN LATERAL (
      SELECT * FROM webhooks.deliveries WHERE event = wanted.seq ORDER BY endpoint ${sort}
    ) AS d ${joined}
    WHERE ${afterCursor} AND ${conditions}
    ORDER BY wanted.seq ${sort}, d.endpoint ${sort} LIMIT ${limit}`;

  if (query.eventId !== undefined)
    return { sql: ofEvents(`id = ${bind(query.eventId)}`, `seq ${sort}`), values };
  const { eventType } = query;
  const isWhole = list.parts.length === Object.keys(parts).length;
  if (endpoints === undefined && eventType !== undefined && isWhole) {
    return { sql: ofEvents(`type = ${bind(eventType)}`, `type ${sort}, seq ${sort}`), values };
  }
  const seqs = endpoints === undefined ? undefined : bind(endpoints);
  const selects =
    seqs === undefined
      ? isWhole
        ? [all("TRUE")]
        : list.parts.map((part) => all(parts[part]))
      : list.parts.map((part) => ofEndpoints(seqs, parts[part]));
  const merged = selects.map((select) => `(${select})`).join(" UNION ALL ");
  return { sql: merged === "" ? all("FALSE") : `SELECT * FROM (${merged}) AS merged ${order}`, values };
}

/** Returns the conditions of a query. */
export function toConditions(
  query: SearchQuery,
  list: DeliveryList,
  bind: (value: unknown) => string,
): string {
  const { after } = orderOf(list);
  const wanted: readonly (readonly [value: unknown, condition: (parameter: string) => string])[] = [
    [query.endpointId, (id) => `e.id = ${id}`],
    [query.endpointIds, (ids) => `e.id = ANY(${ids}::text[])`],
    [query.tenant, (tenant) => `e.tenant = ${tenant}`],
    [query.tenants, (tenants) => `e.tenant = ANY(${tenants}::text[])`],
    [query.kind, (kind) => `e.kind = ${kind}`],
    [query.eventId, (id) => `v.id = ${id}`],
    [query.eventType, (type) => `v.type = ${type}`],
    [query.eventTypes, (types) => `v.type = ANY(${types}::text[])`],
    // The planner must keep the index order however rare the status is.
    [query.lastStatus, (status) => `coalesce(d.last_status = ${status}, FALSE)`],
    // The second condition lets the index scan start at the time.
    [
      query.createdSince,
      (time) => `v.created_at >= ${time} AND d.event >= (
        SELECT seq FROM webhooks.events WHERE created_at >= ${time} ORDER BY created_at, seq LIMIT 1)`,
    ],
    [
      query.createdBefore,
      (time) => `v.created_at < ${time} AND d.event <= (
        SELECT seq FROM webhooks.events WHERE created_at < ${time} ORDER BY created_at DESC, seq DESC LIMIT 1)`,
    ],
    [query.searchEnd, (seq) => `${seq} ${after}= d.event`],
    [query.bodyText, (text) => `strpos(v.body, ${text}) > 0`],
  ];
  const used = wanted.flatMap(([value, condition]) => (value === undefined ? [] : [condition(bind(value))]));
  const inParts = list.parts.map((part) => parts[part]).join(" OR ") || "FALSE";
  const states = list.openStates?.map((state) => `'${state}'`).join(", ");
  return [
    "e.id IS NOT NULL",
    ...(list.parts.length === Object.keys(parts).length ? [] : [`(${inParts})`]),
    ...used,
    ...(states === undefined || states === ""
      ? []
      : [`(d.finished_at IS NOT NULL OR d.state IN (${states}))`]),
  ].join(" AND ");
}
