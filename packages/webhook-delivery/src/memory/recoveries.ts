import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryQueue } from "../delivery-queue.ts";
import type { RecoveryStore } from "../delivery-store.ts";
import { checkRecovery, nextRecoveryStep, recoveryRunning } from "../queue/recovery-step.ts";
import { toRowId } from "../rows/row-id.ts";
import { getEndpointRow } from "./endpoints.ts";
import { requeue } from "./lines.ts";
import type { DeliveryRow, MemoryTables, RecoveryRow } from "./tables.ts";

/** The recoveries' part of a memory store. */
export function createMemoryRecoveries(
  tables: MemoryTables,
): RecoveryStore & Pick<DeliveryQueue, "advanceRecoveries"> {
  const { recoveries, clock, nextSeq, listeners } = tables;
  const running = (): RecoveryRow[] =>
    [...recoveries.values()].filter(({ recovery }) => recovery.status === "running");

  return {
    async startRecovery(input) {
      const { idempotencyKey, ...checked } = checkRecovery(input);
      const { endpointId } = checked;
      getEndpointRow(tables, endpointId);
      const known = [...recoveries.values()].filter(({ recovery }) => recovery.endpointId === endpointId);
      const same = known.find((each) => idempotencyKey !== null && each.idempotencyKey === idempotencyKey);
      if (same !== undefined) return same.recovery;
      if (known.some(({ recovery }) => recovery.status === "running")) throw recoveryRunning(endpointId);
      const id = toRowId("recovery", nextSeq());
      const now = clock();
      const row: RecoveryRow = {
        recovery: { ...checked, id, status: "running", recovered: 0, total: 0, createdAt: now },
        idempotencyKey,
        position: 0,
        nextAt: now,
      };
      row.recovery = { ...row.recovery, total: recoverable(tables, row).length };
      recoveries.set(id, row);
      return row.recovery;
    },
    getRecovery: async (id) => recoveries.get(id)?.recovery,
    async listRecoveries(endpointId) {
      return [...recoveries.values()]
        .map(({ recovery }) => recovery)
        .filter((recovery) => recovery.endpointId === endpointId)
        .toReversed();
    },
    async cancelRecovery(id) {
      const row = recoveries.get(id);
      if (row === undefined) throw new DeliveryError("recovery_not_found", `there is no recovery ${id}`);
      if (row.recovery.status === "running")
        row.recovery = { ...row.recovery, status: "canceled", finishedAt: clock() };
      return row.recovery;
    },
    async advanceRecoveries() {
      const due = running().filter(({ nextAt }) => nextAt <= clock());
      for (const row of due) advanceRecovery(tables, row);
      if (due.length > 0) listeners.call();
      const next = Math.min(...running().map(({ nextAt }) => nextAt));
      return next === Infinity ? undefined : next;
    },
  };
}

/** The deliveries that a recovery has still before it, oldest first. */
function recoverable({ deliveries }: MemoryTables, { recovery, position }: RecoveryRow): DeliveryRow[] {
  return [...deliveries.values()].filter(
    ({ target, state, failureReason, seq, finishedAt = 0 }) =>
      target.endpoint.id === recovery.endpointId &&
      state === "failed" &&
      failureReason !== "canceled" &&
      seq > position &&
      finishedAt >= recovery.failedSince &&
      finishedAt <= recovery.createdAt,
  );
}

function advanceRecovery(tables: MemoryTables, row: RecoveryRow): void {
  const now = tables.clock();
  const { batch, nextAt } = nextRecoveryStep(row.recovery.perSecond, now);
  const rows = recoverable(tables, row).slice(0, batch);
  for (const delivery of rows) requeue(tables, delivery);
  row.position = rows.at(-1)?.seq ?? row.position;
  row.nextAt = nextAt;
  row.recovery = {
    ...row.recovery,
    recovered: row.recovery.recovered + rows.length,
    ...(rows.length < batch ? { status: "done", finishedAt: now } : {}),
  };
}
