import type { DeliveryRow, MemoryTables } from "./tables.ts";

/** Forgets a delivery, and its event with the last one. */
export function removeDelivery(tables: MemoryTables, row: DeliveryRow): void {
  tables.deliveries.delete(row.seq);
  tables.later.delete(row);
  tables.sending.delete(row);
  row.target.ready.delete(row);
  const siblings = tables.byEvent.get(row.event.id);
  siblings?.delete(row);
  if (siblings?.size !== 0) return;
  tables.byEvent.delete(row.event.id);
  tables.events.delete(row.event.id);
}
