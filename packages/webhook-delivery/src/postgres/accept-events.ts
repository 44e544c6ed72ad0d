import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import type { Hand, Written } from "../queue/hand-over.ts";
import { number, type Row, text, toRowId } from "../rows/columns.ts";
import { toHandedDelivery } from "../rows/delivery-row.ts";
import { toEndpoint } from "../rows/endpoint-row.ts";
import type { Notifier } from "./notifier.ts";
import type { PostgresSession } from "./session.ts";
import { named } from "./statements.ts";

// Writes only if every event is new: comparing with an earlier one takes a transaction. Each endpoint and
// event is found by its own lookup, so plans stay stable whatever the size and statistics of the tables. No
// CTE inserts directly from another inserting CTE, because Citus 12.1 would plan no task for it.
const accept = named(
  "accept_events",
  `
  WITH lease AS MATERIALIZED (
    SELECT seq FROM webhooks.leases WHERE seq = $14 FOR KEY SHARE
  ), given AS MATERIALIZED (
    SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
      AS given (ordinal, id, type, body, metadata, expires_at, due_at)
  ), target AS MATERIALIZED (
    SELECT address.ordinal, address.number, address.handed AND e.open AND EXISTS (SELECT 1 FROM lease) AS handed, e.*
    FROM unnest($8::integer[], $9::text[], $13::boolean[]) WITH ORDINALITY AS address (ordinal, endpoint_id, handed, number)
    CROSS JOIN LATERAL (
      SELECT id AS endpoint_id, seq AS endpoint, tenant, fairness_group, status = 'disabled' AS disabled, poll_position,
        status = 'active' AND holds = '[]' AND max_concurrency IS NULL AND rate_per_second IS NULL AND circuit IS NULL
          AND poll_position IS NULL AND address.handed AND (
            SELECT 1 FROM webhooks.turns WHERE (endpoint, seq) > (endpoints.seq, 0) AND (endpoint, seq) < (endpoints.seq + 1, 0)
            ORDER BY endpoint, seq LIMIT 1
          ) IS NULL AS open
      FROM webhooks.endpoints WHERE id = address.endpoint_id LIMIT 1
    ) AS e
  ), owned AS MATERIALIZED (
    SELECT given.*, own.tenant, own.number
    FROM (SELECT ordinal, tenant, min(number) AS number FROM target GROUP BY ordinal, tenant) AS own JOIN given USING (ordinal)
  ), fresh AS MATERIALIZED (
    SELECT * FROM owned WHERE NOT EXISTS (
      SELECT 1 FROM owned AS one CROSS JOIN LATERAL (
        SELECT 1 FROM webhooks.events WHERE id = one.id AND tenant = one.tenant LIMIT 1
      ) AS known
    )
  ), event AS (
    INSERT INTO webhooks.events (tenant, id, type, body, metadata, bytes, created_at, expires_at)
    SELECT tenant, id, type, body, metadata, octet_length(body), $10, expires_at FROM fresh ORDER BY number
    RETURNING seq, tenant, id
  ), pair AS MATERIALIZED (
    SELECT event.seq AS event, target.number, target.ordinal, target.endpoint, target.tenant, target.fairness_group, target.disabled, target.poll_position,
      target.handed, fresh.due_at
    FROM event JOIN fresh USING (tenant, id) JOIN target USING (tenant, ordinal)
  ), delivery AS (
    INSERT INTO webhooks.deliveries (event, endpoint, state, ready, due_at, failure_reason, created_at, scheduled_at, finished_at,
      lease, fence)
    SELECT event, endpoint, CASE WHEN disabled THEN 'failed' WHEN handed THEN 'sending' ELSE 'scheduled' END,
      NOT disabled AND NOT handed AND due_at <= $10, due_at,
      CASE WHEN disabled THEN 'disabled' END, $10, $10, CASE WHEN disabled THEN $10::bigint END,
      CASE WHEN handed THEN $14::bigint END, handed::integer
    FROM pair ORDER BY number
    RETURNING seq, event, endpoint
  ), served AS MATERIALIZED (
    SELECT DISTINCT endpoint, fairness_group FROM pair WHERE NOT handed AND poll_position IS NULL
  ), turns AS (
    INSERT INTO webhooks.turns (endpoint, fairness_group) SELECT endpoint, fairness_group FROM served
  ), notified AS MATERIALIZED (
    SELECT pg_notify($11, $12) FROM (SELECT 1 FROM pair WHERE NOT handed LIMIT 1) AS one WHERE $11::text IS NOT NULL
  )
  SELECT target.ordinal, target.endpoint_id, target.fairness_group AS turn_group, delivery.seq AS delivery, pair.handed, e.*,
    (SELECT count(*) FROM notified) AS notified
  FROM target LEFT JOIN pair USING (number) LEFT JOIN delivery ON delivery.event = pair.event AND delivery.endpoint = pair.endpoint
  LEFT JOIN LATERAL (SELECT * FROM webhooks.endpoints WHERE seq = pair.endpoint AND pair.handed LIMIT 1) AS e ON true
  ORDER BY target.number`,
);

/** The written events, and whether a claim or a consumer finds new deliveries. */
export interface Accepted extends Written<EnqueuedEvent[]> {
  readonly isLeft: boolean;
}

const maxGroupsRemembered = 10_000;

// The statement joins its own CTEs. PostgreSQL can't index these, and a plan with nested loops takes minutes
// for 10,000 events.
const maxAddresses = 500;

/** The prepared plan is for few deliveries: it uses nested loops. */
const maxPreparedAddresses = 20;

/**
 * Creates the function that accepts events in one statement: it writes them with their deliveries (already
 * claimed if a worker has room), adds turns for their endpoints and wakes other processes. It caches each
 * endpoint's fairness group, which never changes.
 *
 * It returns `undefined`, without writing, for events that were accepted before, appear twice or are in an
 * ordering group, and for more than 500 deliveries.
 */
export function createAcceptEvents(
  { query, now: readClock, secretBox }: PostgresSession,
  notifier: Notifier,
): (events: readonly EventInput[], hand: Hand | undefined) => Promise<Accepted | undefined> {
  const groups = new Map<string, string>();

  return async (events, hand) => {
    const isPlain = events.every(({ ordering }) => ordering === undefined);
    const size = events.reduce((total, { endpointIds }) => total + Math.max(endpointIds.length, 1), 0);
    if (!isPlain || size > maxAddresses || new Set(events.map(({ id }) => id)).size < events.length)
      return undefined;
    const now = readClock();
    const passedOver = new Set<string>();
    const mayHand = ({ dueAt = now }: EventInput, endpointId: string): boolean => {
      const group = groups.get(endpointId);
      const isHanded =
        group !== undefined &&
        dueAt <= now &&
        !passedOver.has(endpointId) &&
        hand?.takeRoom(group, endpointId) === true;
      // Later deliveries to the same endpoint wait behind it.
      if (!isHanded) passedOver.add(endpointId);
      return isHanded;
    };
    const addresses = events.flatMap((event, ordinal) =>
      [...new Set(event.endpointIds)].map((endpointId) => ({
        ordinal,
        endpointId,
        handed: mayHand(event, endpointId),
      })),
    );
    const rows = await query(size > maxPreparedAddresses ? accept.text : accept, [
      events.map((_event, ordinal) => ordinal),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ body }) => body),
      events.map(({ metadata = {} }) => JSON.stringify(metadata)),
      events.map(({ expiresAt }) => expiresAt ?? null),
      events.map(({ dueAt }) => dueAt ?? now),
      addresses.map(({ ordinal }) => ordinal),
      addresses.map(({ endpointId }) => endpointId),
      now,
      ...notifier.message,
      addresses.map(({ handed }) => handed),
      hand?.leaseId ?? null,
    ]);
    if (rows.some((row) => row["delivery"] === null)) return undefined;
    if (groups.size > maxGroupsRemembered) groups.clear();
    for (const row of rows) groups.set(text(row, "endpoint_id"), text(row, "turn_group"));
    const handedRows = rows.filter((row) => row["handed"] === true);
    const made = Map.groupBy(rows, (row) => number(row, "ordinal"));
    return {
      result: events.map((event, ordinal) => toEnqueued(event, made.get(ordinal) ?? [])),
      deliveries: handedRows.flatMap((row) => {
        const event = events[number(row, "ordinal")];
        const id = toRowId("delivery", number(row, "delivery"));
        return event === undefined
          ? []
          : [toHandedDelivery(event, { id, endpointId: text(row, "endpoint_id"), now })];
      }),
      endpoints: new Map(handedRows.map((row) => [text(row, "endpoint_id"), toEndpoint(row, secretBox)])),
      isLeft: handedRows.length < rows.length,
    };
  };
}

function toEnqueued({ id, endpointIds }: EventInput, rows: readonly Row[]): EnqueuedEvent {
  const deliveries = rows.map((row) => ({
    id: toRowId("delivery", number(row, "delivery")),
    endpointId: text(row, "endpoint_id"),
    created: true,
  }));
  const known = new Set(deliveries.map(({ endpointId }) => endpointId));
  const unknownEndpointIds = [...new Set(endpointIds)].filter((endpointId) => !known.has(endpointId));
  return { eventId: id, deliveries, unknownEndpointIds };
}
