import type { EnqueuedEvent, EventInput, PublishInput } from "../model/event-input.ts";
import { subscriptionsTo } from "../policy/event-type-pattern.ts";
import { checkPublish, checkSameEvent, refuseExpunged } from "../queue/check-input.ts";
import { addressTo } from "../rows/endpoint-row.ts";
import { number, type Row, text, toRowId } from "../rows/columns.ts";
import { advanceGroups, lockGroups, orderingGroupsOf } from "./ordering-groups.ts";
import type { Query } from "./session.ts";
import { named } from "./statements.ts";
import { addTurns } from "./turns.ts";

/** An existing endpoint. */
interface Target {
  readonly id: string;
  readonly tenant: string;
  readonly seq: number;
  readonly disabled: boolean;
}

/** A delivery to write. */
interface NewDelivery {
  readonly event: EventInput;
  readonly target: Target;
}

const insertEvents = named(
  "insert_events",
  `
  INSERT INTO webhooks.events (tenant, id, type, body, metadata, bytes, created_at, expires_at)
  SELECT tenant, id, type, body, metadata, octet_length(body), $6, expires_at
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $7::bigint[])
    AS given (tenant, id, type, body, metadata, expires_at)
  ON CONFLICT (id, tenant) DO NOTHING RETURNING tenant, id, seq`,
);

// The lock keeps the cleaner from removing an event that is about to get deliveries.
const lockEvents = `
  SELECT known.tenant, known.id, known.seq, known.type = given.type AND known.body = given.body AS same, known.expunged_at
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (tenant, id, type, body)
  JOIN webhooks.events AS known USING (id, tenant) FOR KEY SHARE OF known`;

const insertDeliveries = named(
  "insert_deliveries",
  `
  INSERT INTO webhooks.deliveries (event, endpoint, state, ready, due_at, ordering_key, blocks, failure_reason, created_at,
    scheduled_at, finished_at)
  SELECT event, endpoint, state, ready, due_at, ordering_key, blocks, CASE state WHEN 'failed' THEN 'disabled' END, $8, $8,
    CASE state WHEN 'failed' THEN $8::bigint END
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[], $5::bigint[], $6::text[], $7::smallint[])
    AS given (event, endpoint, state, ready, due_at, ordering_key, blocks)
  ON CONFLICT (event, endpoint) DO NOTHING RETURNING seq, event, endpoint`,
);

const selectDeliveries = `
  SELECT delivery.seq, delivery.event, delivery.endpoint
  FROM unnest($1::bigint[], $2::bigint[]) AS given (event, endpoint) JOIN webhooks.deliveries AS delivery USING (event, endpoint)`;

/** Writes events and their deliveries in the transaction of `query`. */
export async function enqueueEvents(
  query: Query,
  events: readonly EventInput[],
  now: number,
): Promise<EnqueuedEvent[]> {
  const targets = await findTargets(query, events);
  const deliveries = events.flatMap((event) =>
    [...new Set(event.endpointIds)].flatMap((id) => {
      const target = targets.get(id);
      return target === undefined ? [] : [{ event, target }];
    }),
  );
  const groups = orderingGroupsOf(
    deliveries.map(({ event, target }) => ({
      endpoint: target.seq,
      ordering_key: event.ordering?.key ?? null,
    })),
  );
  await lockGroups(query, groups);
  const eventSeqs = await saveEvents(
    query,
    deliveries.map(({ event, target }) => ({ event, tenant: target.tenant })),
    now,
  );
  const saved = await saveDeliveries(query, deliveries, eventSeqs, now);
  await advanceGroups(query, groups, now);
  await addTurns(
    query,
    deliveries.map(({ target }) => target.seq),
  );

  return events.map((event) => ({
    eventId: event.id,
    deliveries: saved.get(event) ?? [],
    unknownEndpointIds: [...new Set(event.endpointIds)].filter((id) => !targets.has(id)),
  }));
}

async function findTargets(query: Query, events: readonly EventInput[]): Promise<Map<string, Target>> {
  const ids = [...new Set(events.flatMap(({ endpointIds }) => endpointIds))];
  const rows = await query("SELECT id, seq, tenant, status FROM webhooks.endpoints WHERE id = ANY ($1)", [
    ids,
  ]);
  return new Map(
    rows.map((row) => {
      const id = text(row, "id");
      const disabled = text(row, "status") === "disabled";
      return [id, { id, tenant: text(row, "tenant"), seq: number(row, "seq"), disabled }];
    }),
  );
}

interface TenantEvent {
  readonly event: EventInput;
  readonly tenant: string;
}

// IDs, tenants and types never contain NUL.
function keyOf(name: string, tenant: string): string {
  return `${name}\0${tenant}`;
}

/** Returns the events' rows by key. Throws `DeliveryError` (`event_conflict`). */
async function saveEvents(
  query: Query,
  events: readonly TenantEvent[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, TenantEvent>();
  for (const item of events) {
    const key = keyOf(item.event.id, item.tenant);
    const { event } = wanted.get(key) ?? item;
    checkSameEvent(item.event, event.type === item.event.type && event.body === item.event.body);
    wanted.set(key, { ...item, event });
  }
  const seqs = new Map<string, number>();
  const note = (row: Row): void => {
    const key = keyOf(text(row, "id"), text(row, "tenant"));
    const item = wanted.get(key);
    if ((row["expunged_at"] ?? null) !== null) refuseExpunged(text(row, "id"));
    if (item !== undefined) checkSameEvent(item.event, row["same"] !== false);
    seqs.set(key, number(row, "seq"));
    wanted.delete(key);
  };
  // An event that the cleaner has just removed is neither inserted nor found; the next round inserts it.
  while (wanted.size > 0) {
    const missing = [...wanted.values()];
    const columns = [
      missing.map(({ tenant }) => tenant),
      missing.map(({ event }) => event.id),
      missing.map(({ event }) => event.type),
      missing.map(({ event }) => event.body),
    ];
    const expiries = missing.map(({ event }) => event.expiresAt ?? null);
    const metadata = missing.map(({ event }) => JSON.stringify(event.metadata ?? {}));
    for (const row of await query(insertEvents, [...columns, metadata, now, expiries])) note(row);
    if (wanted.size > 0) for (const row of await query(lockEvents, columns)) note(row);
  }
  return seqs;
}

type SavedDeliveries = Map<EventInput, EnqueuedEvent["deliveries"][number][]>;

/** Returns the deliveries of each event. */
async function saveDeliveries(
  query: Query,
  deliveries: readonly NewDelivery[],
  eventSeqs: ReadonlyMap<string, number>,
  now: number,
): Promise<SavedDeliveries> {
  const saved: SavedDeliveries = new Map();
  if (deliveries.length === 0) return saved;
  const seqOf = ({ event, target }: NewDelivery): number =>
    eventSeqs.get(keyOf(event.id, target.tenant)) ?? 0;
  const events = deliveries.map(seqOf);
  const endpoints = deliveries.map(({ target }) => target.seq);
  const states = deliveries.map(stateOf);
  const dueAts = deliveries.map(({ event }) => event.dueAt ?? now);
  const created = await query(insertDeliveries, [
    events,
    endpoints,
    states,
    states.map((state, index) => state === "scheduled" && (dueAts[index] ?? 0) <= now),
    dueAts,
    deliveries.map(({ event }) => event.ordering?.key ?? null),
    deliveries.map(({ event }) => (event.ordering?.onFailure === "block" ? 1 : 0)),
    now,
  ]);
  const isNew = new Set(seqsByPair(created).keys());
  const complete = created.length === deliveries.length;
  const seqs = seqsByPair(complete ? created : await query(selectDeliveries, [events, endpoints]));
  for (const delivery of deliveries) {
    const { event, target } = delivery;
    const pair = pairOf(seqOf(delivery), target.seq);
    // An event can appear twice in a batch: only the first one created the delivery.
    const made = {
      id: toRowId("delivery", seqs.get(pair) ?? 0),
      endpointId: target.id,
      created: isNew.delete(pair),
    };
    const known = saved.get(event);
    if (known === undefined) saved.set(event, [made]);
    else known.push(made);
  }
  return saved;
}

/** A delivery with an ordering key starts as waiting; advancing the group schedules it if it is the head. */
function stateOf({ event, target }: NewDelivery): "scheduled" | "waiting" | "failed" {
  if (target.disabled) return "failed";
  return event.ordering === undefined ? "scheduled" : "waiting";
}

function pairOf(event: number, endpoint: number): string {
  return `${event} ${endpoint}`;
}

function seqsByPair(rows: readonly Row[]): Map<string, number> {
  return new Map(
    rows.map((row) => [pairOf(number(row, "event"), number(row, "endpoint")), number(row, "seq")]),
  );
}

const selectSubscribers = `
  SELECT given.tenant, given.type, e.id, e.subscription
  FROM (SELECT DISTINCT tenant, type, wanted FROM unnest($1::text[], $2::text[], $3::text[]) AS published (tenant, type, wanted)) AS given
  JOIN webhooks.endpoints AS e ON e.tenant = given.tenant AND e.id IS NOT NULL
    AND e.event_types::jsonb ?| ARRAY(SELECT json_array_elements_text(given.wanted::json))
  ORDER BY e.seq`;

/** Addresses events to the endpoints of their tenants that subscribe to them. */
export async function addSubscribers(query: Query, events: readonly PublishInput[]): Promise<EventInput[]> {
  for (const event of events) checkPublish(event);
  const rows = await query(selectSubscribers, [
    events.map(({ tenant = "" }) => tenant),
    events.map(({ type }) => type),
    events.map(({ type }) => JSON.stringify(subscriptionsTo(type))),
  ]);
  const subscribers = Map.groupBy(rows, (row) => keyOf(text(row, "type"), text(row, "tenant")));
  return events.map(({ tenant = "", ...event }) =>
    addressTo(subscribers.get(keyOf(event.type, tenant)) ?? [], event),
  );
}
