import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import { number, type Row, text } from "../rows/columns.ts";
import { toRowId } from "../rows/row-id.ts";
import { advanceLines, linesOf, lockLines } from "./lines.ts";
import { named, type Query } from "./statement.ts";

/** An endpoint that exists. */
interface Target {
  readonly id: string;
  readonly seq: number;
  readonly disabled: boolean;
}

/** One delivery to write. */
interface NewDelivery {
  readonly event: EventInput;
  readonly target: Target;
}

const insertEvents = named(
  "insert_events",
  `
  INSERT INTO webhooks.events (id, type, body, created_at)
  SELECT id, type, body, $4 FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, type, body)
  ON CONFLICT (id) DO NOTHING RETURNING id, seq`,
);

const insertDeliveries = named(
  "insert_deliveries",
  `
  INSERT INTO webhooks.deliveries (event, endpoint, state, ready, due_at, ordering_key, blocks, failure_reason, created_at,
    finished_at)
  SELECT event, endpoint, state, ready, due_at, ordering_key, blocks, CASE state WHEN 'failed' THEN 'disabled' END, $8,
    CASE state WHEN 'failed' THEN $8::bigint END
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[], $5::bigint[], $6::text[], $7::smallint[])
    AS given (event, endpoint, state, ready, due_at, ordering_key, blocks)
  ON CONFLICT (event, endpoint) DO NOTHING RETURNING seq, event, endpoint`,
);

const selectDeliveries = `
  SELECT delivery.seq, delivery.event, delivery.endpoint
  FROM unnest($1::bigint[], $2::bigint[]) AS given (event, endpoint) JOIN webhooks.deliveries AS delivery USING (event, endpoint)`;

/** Writes events and their deliveries in the transaction that `query` runs in. */
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
  const lines = linesOf(
    deliveries.map(({ event, target }) => ({
      endpoint: target.seq,
      ordering_key: event.ordering?.key ?? null,
    })),
  );
  await lockLines(query, lines);
  const eventSeqs = await saveEvents(
    query,
    deliveries.map(({ event }) => event),
    now,
  );
  const answers = await saveDeliveries(query, deliveries, eventSeqs, now);
  await advanceLines(query, lines, now);

  return events.map((event) => ({
    eventId: event.id,
    deliveries: answers.get(event) ?? [],
    unknownEndpointIds: [...new Set(event.endpointIds)].filter((id) => !targets.has(id)),
  }));
}

async function findTargets(query: Query, events: readonly EventInput[]): Promise<Map<string, Target>> {
  const ids = [...new Set(events.flatMap(({ endpointIds }) => endpointIds))];
  const rows = await query("SELECT id, seq, status FROM webhooks.endpoints WHERE id = ANY ($1)", [ids]);
  return new Map(
    rows.map((row) => {
      const id = text(row, "id");
      return [id, { id, seq: number(row, "seq"), disabled: text(row, "status") === "disabled" }];
    }),
  );
}

/** Returns the events' rows by id. */
async function saveEvents(
  query: Query,
  events: readonly EventInput[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const seqs = new Map<string, number>();
  const note = (rows: readonly Row[]): void => {
    for (const row of rows) seqs.set(text(row, "id"), number(row, "seq"));
  };
  let missing = [...new Map(events.map((event) => [event.id, event])).values()];
  while (missing.length > 0) {
    const ids = missing.map(({ id }) => id);
    note(
      await query(insertEvents, [ids, missing.map(({ type }) => type), missing.map(({ body }) => body), now]),
    );
    missing = missing.filter(({ id }) => !seqs.has(id));
    if (missing.length === 0) break;
    // The lock keeps the cleaner from removing an event that is about to get deliveries. One that it has just removed is
    // not found, and is inserted in the next round.
    note(await query("SELECT id, seq FROM webhooks.events WHERE id = ANY ($1) FOR KEY SHARE", [ids]));
    missing = missing.filter(({ id }) => !seqs.has(id));
  }
  return seqs;
}

type Answers = Map<EventInput, EnqueuedEvent["deliveries"][number][]>;

/** Returns what to answer for each event. */
async function saveDeliveries(
  query: Query,
  deliveries: readonly NewDelivery[],
  eventSeqs: ReadonlyMap<string, number>,
  now: number,
): Promise<Answers> {
  const answers: Answers = new Map();
  if (deliveries.length === 0) return answers;
  const events = deliveries.map(({ event }) => eventSeqs.get(event.id) ?? 0);
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
  for (const { event, target } of deliveries) {
    const pair = pairOf(eventSeqs.get(event.id) ?? 0, target.seq);
    const id = toRowId("delivery", seqs.get(pair) ?? 0);
    // The same event may come twice in one batch: only the first made the delivery.
    const answer = { id, endpointId: target.id, created: isNew.delete(pair) };
    answers.set(event, [...(answers.get(event) ?? []), answer]);
  }
  return answers;
}

/** A delivery of a line goes behind it first: advancing the line then lets it go, if it is the head. */
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
