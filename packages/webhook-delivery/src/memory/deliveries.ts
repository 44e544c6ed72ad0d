import { DeliveryError } from "../delivery-error.ts";
import type { EventStore } from "../delivery-store.ts";
import type { Delivery, DeliveryQuery } from "../model/delivery.ts";
import { checkEvent } from "../queue/check-event.ts";
import { parsePageRequest, toPage } from "../queue/page.ts";
import { fromRowId, toRowId } from "../rows/row-id.ts";
import { enqueueEvent } from "./enqueue.ts";
import { advanceLine, requeue } from "./lines.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, MemoryTables } from "./tables.ts";

/** The deliveries' part of a memory store. */
export function createMemoryDeliveries(tables: MemoryTables): EventStore {
  const { events, deliveries, listeners } = tables;

  function change(id: string, act: (row: DeliveryRow) => void): Delivery {
    const row = findRow(tables, id);
    if (row === undefined) throw new DeliveryError("delivery_not_found", `there is no delivery ${id}`);
    act(row);
    listeners.call();
    return toDelivery(row);
  }

  return {
    async enqueue(inputs) {
      for (const input of inputs) checkEvent(input);
      const enqueued = inputs.map((input) => enqueueEvent(tables, input));
      listeners.call();
      return enqueued;
    },
    getEvent: async (id) => events.get(id),
    async getDelivery(id) {
      const row = findRow(tables, id);
      return row && toDelivery(row);
    },
    async listDeliveries(query = {}) {
      const { limit, after = Infinity } = parsePageRequest(query);
      const rows = [...deliveries.values()]
        .filter((row) => row.seq < after && matches(row, query))
        .toSorted((a, b) => b.seq - a.seq);
      return toPage(rows, limit, ({ seq }) => seq, toDelivery);
    },
    listAttempts: async (deliveryId) => [...(findRow(tables, deliveryId)?.attempts ?? [])],
    sendAgain: async (id) =>
      change(id, (row) => {
        if (row.state !== "sending" && row.state !== "waiting") requeue(tables, row);
      }),
    cancelDelivery: async (id) => change(id, (row) => cancel(tables, row)),
  };
}

function findRow({ deliveries }: MemoryTables, id: string): DeliveryRow | undefined {
  return deliveries.get(fromRowId("delivery", id) ?? 0);
}

function cancel(tables: MemoryTables, row: DeliveryRow): void {
  if (row.state === "delivered") return;
  const { finishedAt } = row;
  moveDelivery(tables, row, { state: "failed", reason: "canceled" });
  row.finishedAt = finishedAt ?? row.finishedAt;
  if (row.ordering !== undefined) row.ordering = { ...row.ordering, onFailure: "skip" };
  advanceLine(tables, row);
}

function matches(row: DeliveryRow, query: DeliveryQuery): boolean {
  const { endpointId, tenant, eventId, eventType, states, createdSince, createdBefore } = query;
  return (
    (endpointId === undefined || row.target.endpoint.id === endpointId) &&
    (tenant === undefined || row.target.endpoint.tenant === tenant) &&
    (eventId === undefined || row.event.id === eventId) &&
    (eventType === undefined || row.event.type === eventType) &&
    (states === undefined || states.includes(row.state)) &&
    (createdSince === undefined || row.createdAt >= createdSince) &&
    (createdBefore === undefined || row.createdAt < createdBefore)
  );
}

function toDelivery(row: DeliveryRow): Delivery {
  const { seq, event, target, state, dueAt, attempts, ordering, failureReason, createdAt, finishedAt } = row;
  const last = attempts.at(-1);
  return {
    id: toRowId("delivery", seq),
    eventId: event.id,
    eventType: event.type,
    endpointId: target.endpoint.id,
    state,
    ...(state === "scheduled" ? { dueAt } : {}),
    ...(failureReason === undefined ? {} : { failureReason }),
    attempts: attempts.length,
    ...(last?.status === undefined ? {} : { lastStatus: last.status }),
    ...(last?.errorCode === undefined ? {} : { lastErrorCode: last.errorCode }),
    ...(ordering === undefined ? {} : { ordering }),
    createdAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}
