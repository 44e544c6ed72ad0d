import type { FailureReason } from "../model/delivery.ts";
import type { DeliveryRow, MemoryTables } from "./tables.ts";

/** Where a delivery goes: into the queue at a time, behind its line, to a worker, or out. */
export type Place =
  | { readonly state: "scheduled"; readonly dueAt: number }
  | { readonly state: "waiting" }
  | { readonly state: "sending"; readonly leaseId: string }
  | { readonly state: "delivered" }
  | { readonly state: "failed"; readonly reason: FailureReason };

/** Moves a delivery. The one place that changes a state, so that the sets always agree with it. */
export function moveDelivery({ clock, later, sending }: MemoryTables, row: DeliveryRow, place: Place): void {
  const now = clock();
  row.target.ready.delete(row);
  later.delete(row);
  sending.delete(row);
  row.state = place.state;
  row.leaseId = place.state === "sending" ? place.leaseId : undefined;
  row.failureReason = place.state === "failed" ? place.reason : undefined;
  row.finishedAt = place.state === "delivered" || place.state === "failed" ? now : undefined;
  if (place.state === "sending") sending.add(row);
  if (place.state !== "scheduled") return;
  row.dueAt = place.dueAt;
  if (place.dueAt <= now) row.target.ready.add(row);
  else later.add(row);
}
