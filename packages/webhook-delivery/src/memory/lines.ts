import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, EndpointRow, MemoryTables } from "./tables.ts";

/** The deliveries that stand in the line of an endpoint and key, oldest first. */
function standing({ deliveries }: MemoryTables, target: EndpointRow, key: string): DeliveryRow[] {
  return [...deliveries.values()].filter(
    (row) =>
      row.target === target &&
      row.ordering?.key === key &&
      row.state !== "delivered" &&
      (row.state !== "failed" || row.ordering.onFailure === "block"),
  );
}

/** Whether a delivery that stands in the line before `seq` holds it up. */
export function isHeldUp(tables: MemoryTables, target: EndpointRow, key: string, seq: number): boolean {
  const [head] = standing(tables, target, key);
  return head !== undefined && head.seq < seq;
}

/** Lets the first delivery of a delivery's line go, if nothing else is at its head. */
export function advanceLine(tables: MemoryTables, { target, ordering }: DeliveryRow): void {
  if (ordering === undefined) return;
  const [head] = standing(tables, target, ordering.key);
  if (head?.state === "waiting") moveDelivery(tables, head, { state: "scheduled", dueAt: head.dueAt });
}

/** Puts a delivery back into the queue, due now and with all its retries before it. */
export function requeue(tables: MemoryTables, row: DeliveryRow): void {
  const { target, ordering, seq } = row;
  row.scheduleAttempts = 0;
  row.dueAt = tables.clock();
  const held = ordering !== undefined && isHeldUp(tables, target, ordering.key, seq);
  moveDelivery(tables, row, held ? { state: "waiting" } : { state: "scheduled", dueAt: row.dueAt });
}
