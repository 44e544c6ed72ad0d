import type { EnqueuedEvent, EventInput, PublishInput } from "../model/event-input.ts";
import { checkPublish, checkSameEvent, refuseExpunged } from "../queue/check-input.ts";
import { addressTo } from "../rows/endpoint-row.ts";
import { number, text, toRowId } from "../rows/columns.ts";
import { findEndpointRow } from "./endpoint-rows.ts";
import { isBlocked } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn } from "./turns.ts";

interface Target {
  readonly seq: number;
  readonly tenant: string;
  readonly disabled: boolean;
}

const insertEvent = `
  INSERT INTO webhook_events (tenant, id, type, body, metadata, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id, tenant) DO NOTHING`;

const insertDelivery = `
  INSERT INTO webhook_deliveries (event, endpoint, state, ready, due_at, ordering_key, blocks, failure_reason, created_at,
    scheduled_at, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, endpoint) DO NOTHING`;

/** Writes events and their deliveries. Runs inside a transaction. */
export function enqueueEvents(session: SqliteSession, events: readonly EventInput[]): EnqueuedEvent[] {
  const targets = new Map<string, Target | undefined>();
  function targetOf(id: string): Target | undefined {
    if (!targets.has(id)) targets.set(id, findTarget(session, id));
    return targets.get(id);
  }
  const enqueued = events.map((event) => enqueueEvent(session, event, targetOf));
  for (const target of targets.values()) if (target !== undefined) addTurn(session, target.seq);
  return enqueued;
}

function findTarget(session: SqliteSession, id: string): Target | undefined {
  const row = findEndpointRow(session, id);
  return (
    row && {
      seq: number(row, "seq"),
      tenant: text(row, "tenant"),
      disabled: text(row, "status") === "disabled",
    }
  );
}

function enqueueEvent(
  session: SqliteSession,
  event: EventInput,
  targetOf: (id: string) => Target | undefined,
): EnqueuedEvent {
  const deliveries: EnqueuedEvent["deliveries"][number][] = [];
  const unknownEndpointIds: string[] = [];
  const eventSeqs = new Map<string, number>();
  for (const endpointId of new Set(event.endpointIds)) {
    const target = targetOf(endpointId);
    if (target === undefined) {
      unknownEndpointIds.push(endpointId);
      continue;
    }
    const eventSeq = eventSeqs.get(target.tenant) ?? saveEvent(session, event, target.tenant);
    eventSeqs.set(target.tenant, eventSeq);
    deliveries.push({ endpointId, ...saveDelivery(session, event, eventSeq, target) });
  }
  return { eventId: event.id, deliveries, unknownEndpointIds };
}

function saveEvent({ prepare, first, now }: SqliteSession, event: EventInput, tenant: string): number {
  const { id, type, body, metadata = {}, expiresAt = null } = event;
  const { changes, lastInsertRowid } = prepare(insertEvent).run(
    tenant,
    id,
    type,
    body,
    JSON.stringify(metadata),
    now(),
    expiresAt,
  );
  if (changes === 1) return Number(lastInsertRowid);
  const known = first(
    "SELECT seq, type, body, expunged_at FROM webhook_events WHERE id = ? AND tenant = ?",
    id,
    tenant,
  );
  if (known["expunged_at"] !== null) refuseExpunged(id);
  checkSameEvent(event, text(known, "type") === type && text(known, "body") === body);
  return number(known, "seq");
}

function saveDelivery(
  session: SqliteSession,
  event: EventInput,
  eventSeq: number,
  target: Target,
): { id: string; created: boolean } {
  const { prepare, first } = session;
  const now = session.now();
  const { ordering, dueAt = now } = event;
  const blocked =
    ordering !== undefined && isBlocked(session, { endpoint: target.seq, key: ordering.key }, Infinity);
  const state = target.disabled ? "failed" : blocked ? "waiting" : "scheduled";
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

const selectSubscribers = `
  SELECT id, subscription FROM webhook_endpoints
  WHERE tenant = ? AND id IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = ?)
  ORDER BY seq`;

/** Addresses events to the endpoints of their tenants that subscribe to them. */
export function addSubscribers({ prepare }: SqliteSession, events: readonly PublishInput[]): EventInput[] {
  return events.map((input) => {
    checkPublish(input);
    const { tenant = "", ...event } = input;
    return addressTo(prepare(selectSubscribers).all(tenant, event.type), event);
  });
}
