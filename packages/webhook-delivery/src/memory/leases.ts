import type { DeliveryQueue } from "../delivery-queue.ts";
import { fromRowId } from "../rows/row-id.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { MemoryTables } from "./tables.ts";

/** The leases' part of a memory store. */
export function createMemoryLeases(
  tables: MemoryTables,
): Pick<DeliveryQueue, "openLease" | "renewLease" | "closeLease" | "takeOverExpiredLeases" | "giveBack"> {
  const { leases, deliveries, sending, clock, nextSeq, listeners } = tables;

  function endLease(leaseId: string): number {
    leases.delete(leaseId);
    const held = [...sending].filter((row) => row.leaseId === leaseId);
    for (const row of held) moveDelivery(tables, row, { state: "scheduled", dueAt: row.dueAt });
    return held.length;
  }

  return {
    async openLease(leaseMilliseconds) {
      const leaseId = String(nextSeq());
      leases.set(leaseId, clock() + leaseMilliseconds);
      return leaseId;
    },
    async renewLease(leaseId, leaseMilliseconds) {
      if (!leases.has(leaseId)) return false;
      leases.set(leaseId, clock() + leaseMilliseconds);
      return true;
    },
    async closeLease(leaseId) {
      if (endLease(leaseId) > 0) listeners.call();
    },
    async giveBack(claimed) {
      for (const { id, fence } of claimed) {
        const row = deliveries.get(fromRowId("delivery", id) ?? 0);
        if (row?.state !== "sending" || row.fence !== fence) continue;
        moveDelivery(tables, row, { state: "scheduled", dueAt: row.dueAt });
      }
    },
    async takeOverExpiredLeases() {
      const expired = [...leases].filter(([, expiresAt]) => expiresAt < clock());
      const count = expired.reduce((sum, [leaseId]) => sum + endLease(leaseId), 0);
      if (count > 0) listeners.call();
      return count;
    },
  };
}
