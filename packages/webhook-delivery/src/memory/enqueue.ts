import type { StoredEvent } from "../model/delivery.ts";
import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import { toRowId } from "../rows/row-id.ts";
import { isHeldUp } from "./lines.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, EndpointRow, MemoryTables } from "./tables.ts";

/** Adds an event and its deliveries. */
export function enqueueEvent(tables: MemoryTables, event: EventInput): EnqueuedEvent {
  const deliveries: EnqueuedEvent["deliveries"][number][] = [];
  const unknownEndpointIds: string[] = [];
  for (const endpointId of new Set(event.endpointIds)) {
    const target = tables.endpoints.get(endpointId);
    if (target === undefined) {
      unknownEndpointIds.push(endpointId);
      continue;
    }
    const { row, created } = saveDelivery(tables, event, target);
    deliveries.push({ endpointId, id: toRowId("delivery", row.seq), created });
  }
  return { eventId: event.id, deliveries, unknownEndpointIds };
}

function saveDelivery(
  tables: MemoryTables,
  input: EventInput,
  target: EndpointRow,
): { row: DeliveryRow; created: boolean } {
  const event = saveEvent(tables, input);
  const siblings = tables.byEvent.get(event.id) ?? new Set();
  tables.byEvent.set(event.id, siblings);
  const known = [...siblings].find((row) => row.target === target);
  if (known !== undefined) return { row: known, created: false };
  const row = newRow(tables, event, target, input);
  const { ordering } = input;
  const held = ordering !== undefined && isHeldUp(tables, target, ordering.key, row.seq);
  tables.deliveries.set(row.seq, row);
  siblings.add(row);
  if (target.endpoint.status === "disabled")
    moveDelivery(tables, row, { state: "failed", reason: "disabled" });
  else if (held) moveDelivery(tables, row, { state: "waiting" });
  else moveDelivery(tables, row, { state: "scheduled", dueAt: row.dueAt });
  return { row, created: true };
}

function saveEvent({ events, clock }: MemoryTables, { id, type, body }: EventInput): StoredEvent {
  const known = events.get(id);
  if (known !== undefined) return known;
  const event: StoredEvent = { id, type, body, createdAt: clock() };
  events.set(id, event);
  return event;
}

function newRow(
  { clock, nextSeq }: MemoryTables,
  event: StoredEvent,
  target: EndpointRow,
  { dueAt, ordering }: EventInput,
): DeliveryRow {
  const now = clock();
  return {
    seq: nextSeq(),
    event,
    target,
    state: "scheduled",
    dueAt: dueAt ?? now,
    attempts: [],
    scheduleAttempts: 0,
    fence: 0,
    leaseId: undefined,
    ordering,
    failureReason: undefined,
    createdAt: now,
    finishedAt: undefined,
  };
}
