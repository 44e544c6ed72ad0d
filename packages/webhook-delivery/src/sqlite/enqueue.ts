import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import { number, text } from "../rows/columns.ts";
import { toRowId } from "../rows/row-id.ts";
import { findEndpointRow } from "./find-endpoint.ts";
import { isHeldUp } from "./lines.ts";
import type { SqliteSession } from "./session.ts";

interface Target {
  readonly seq: number;
  readonly disabled: boolean;
}

const insertEvent =
  "INSERT INTO webhook_events (id, type, body, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";

const insertDelivery = `
  INSERT INTO webhook_deliveries (event, endpoint, state, ready, due_at, ordering_key, blocks, failure_reason, created_at,
    finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, endpoint) DO NOTHING`;

/** Writes events and their deliveries. Runs inside a transaction. */
export function enqueueEvents(session: SqliteSession, events: readonly EventInput[]): EnqueuedEvent[] {
  const targets = new Map<string, Target | undefined>();
  function targetOf(id: string): Target | undefined {
    if (!targets.has(id)) targets.set(id, findTarget(session, id));
    return targets.get(id);
  }
  return events.map((event) => enqueueEvent(session, event, targetOf));
}

function findTarget(session: SqliteSession, id: string): Target | undefined {
  const row = findEndpointRow(session, id);
  return row && { seq: number(row, "seq"), disabled: text(row, "status") === "disabled" };
}

function enqueueEvent(
  session: SqliteSession,
  event: EventInput,
  targetOf: (id: string) => Target | undefined,
): EnqueuedEvent {
  const deliveries: EnqueuedEvent["deliveries"][number][] = [];
  const unknownEndpointIds: string[] = [];
  let eventSeq: number | undefined;
  for (const endpointId of new Set(event.endpointIds)) {
    const target = targetOf(endpointId);
    if (target === undefined) {
      unknownEndpointIds.push(endpointId);
      continue;
    }
    eventSeq ??= saveEvent(session, event);
    deliveries.push({ endpointId, ...saveDelivery(session, event, eventSeq, target) });
  }
  return { eventId: event.id, deliveries, unknownEndpointIds };
}

function saveEvent({ prepare, first, clock }: SqliteSession, { id, type, body }: EventInput): number {
  const { changes, lastInsertRowid } = prepare(insertEvent).run(id, type, body, clock());
  if (changes === 1) return Number(lastInsertRowid);
  return number(first("SELECT seq FROM webhook_events WHERE id = ?", id), "seq");
}

function saveDelivery(
  session: SqliteSession,
  event: EventInput,
  eventSeq: number,
  target: Target,
): { id: string; created: boolean } {
  const { prepare, first, clock } = session;
  const now = clock();
  const { ordering, dueAt = now } = event;
  const held =
    ordering !== undefined && isHeldUp(session, { endpoint: target.seq, key: ordering.key }, Infinity);
  const state = target.disabled ? "failed" : held ? "waiting" : "scheduled";
  const { changes, lastInsertRowid } = prepare(insertDelivery).run(
    eventSeq,
    target.seq,
    state,
    state === "scheduled" && dueAt <= now ? 1 : 0,
    dueAt,
    ordering?.key ?? null,
    ordering?.onFailure === "block" ? 1 : 0,
    target.disabled ? "disabled" : null,
    now,
    target.disabled ? now : null,
  );
  if (changes === 1) return { id: toRowId("delivery", Number(lastInsertRowid)), created: true };
  const known = first(
    "SELECT seq FROM webhook_deliveries WHERE event = ? AND endpoint = ?",
    eventSeq,
    target.seq,
  );
  return { id: toRowId("delivery", number(known, "seq")), created: false };
}
