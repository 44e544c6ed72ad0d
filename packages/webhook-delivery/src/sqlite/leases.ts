import type { DeliveryQueue, LeasePosition } from "../store/delivery-queue.ts";
import { maxClockCorrection } from "../policy/rate-limit.ts";
import { maxClaimVisits } from "../queue/claim-rules.ts";
import { isRecoveryAhead } from "../queue/recovery-step.ts";
import { fromRowId, number, type Row } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn, never } from "./turns.ts";

/** Creates the lease operations of an SQLite store. */
export function createSqliteLeases(session: SqliteSession): Pick<
  DeliveryQueue,
  "openLease" | "renewLease" | "leasePosition" | "closeLease" | "takeOverExpiredLeases" | "giveBack"
> & {
  /** Releases deliveries of all leases, including those that have not expired. */
  readonly takeOverAllLeases: () => Promise<number>;
} {
  const { prepare, transact, changeLightly, now, listeners } = session;

  function addTurns(released: readonly Row[]): void {
    for (const endpoint of new Set(released.map((row) => number(row, "endpoint"))))
      addTurn(session, endpoint);
  }

  /** Removes a lease and reschedules its deliveries. Runs inside a transaction. */
  function endLease(lease: number): number {
    prepare("DELETE FROM webhook_leases WHERE seq = ?").run(lease);
    const released = prepare(
      `UPDATE webhook_deliveries INDEXED BY webhook_deliveries_sending SET state = 'scheduled', ready = 1, lease = NULL
       WHERE state = 'sending' AND lease = ? RETURNING endpoint`,
    ).all(lease);
    addTurns(released);
    return released.length;
  }

  async function takeOver(before: number): Promise<number> {
    const expired = prepare("SELECT seq FROM webhook_leases WHERE expires_at < ?");
    const count = await transact(() =>
      expired.all(before).reduce((sum, row) => sum + endLease(number(row, "seq")), 0),
    );
    if (count > 0) listeners.call();
    return count;
  }

  return {
    openLease: (leaseMilliseconds) =>
      transact(() => {
        const insert = prepare("INSERT INTO webhook_leases (expires_at, renewed_at) VALUES (?, ?)");
        return String(insert.run(now() + leaseMilliseconds, now()).lastInsertRowid);
      }),
    async renewLease(leaseId, leaseMilliseconds) {
      const time = now();
      const [row] = await changeLightly(renew, time + leaseMilliseconds, time, Number(leaseId));
      return row && toPosition(row);
    },
    leasePosition: async (leaseId) =>
      toPosition(session.first(`SELECT ${earlier("?1")}, ${active}`, Number(leaseId), now())),
    closeLease: (leaseId) => transact(() => void endLease(Number(leaseId))),
    giveBack: (deliveries) =>
      transact(() => {
        const release = prepare(
          `UPDATE webhook_deliveries SET state = 'scheduled', ready = 1, lease = NULL
           WHERE seq = ? AND state = 'sending' AND fence = ? RETURNING endpoint`,
        );
        addTurns(deliveries.flatMap(({ id, fence }) => release.all(fromRowId("delivery", id) ?? 0, fence)));
      }),
    async takeOverExpiredLeases() {
      const { is_ahead: isAhead, has_expired: hasExpired } = prepare(look).get({ now: now() }) ?? {};
      if (isAhead === 1) await bringBackFromAhead(session);
      return isAhead === 1 || hasExpired === 1 ? await takeOver(now()) : 0;
    },
    takeOverAllLeases: () => takeOver(never),
  };
}

const earlier = (seq: string): string =>
  `(SELECT count(*) FROM webhook_leases other WHERE other.expires_at >= ?2 AND other.seq < ${seq}) AS earlier`;
const active = "(SELECT count(*) FROM webhook_leases other WHERE other.expires_at >= ?2) AS leases";
const renew = `
  UPDATE webhook_leases SET expires_at = ?1, renewed_at = ?2 WHERE seq = ?3
  RETURNING ${earlier("webhook_leases.seq")}, ${active}`;

function toPosition(row: Row): LeasePosition {
  return { position: number(row, "earlier"), of: number(row, "leases") };
}

// Times written by a clock that ran ahead and was corrected since would otherwise delay deliveries until the
// clock reaches them.
const fromAhead = [
  `UPDATE webhook_deliveries SET due_at = due_at - (scheduled_at - :now), scheduled_at = :now WHERE seq IN (
     SELECT seq FROM webhook_deliveries INDEXED BY webhook_deliveries_scheduled
     WHERE state = 'scheduled' AND ready = 0 AND scheduled_at > :now + ${maxClockCorrection} LIMIT ${maxClaimVisits})`,
  `UPDATE webhook_turns SET not_before = 0 WHERE endpoint IN (
     SELECT endpoint FROM webhook_turns INDEXED BY webhook_turns_noted
     WHERE not_before > 0 AND not_before < ${never} AND noted_at > :now + ${maxClockCorrection} LIMIT ${maxClaimVisits})`,
  `UPDATE webhook_leases SET expires_at = expires_at - (renewed_at - :now), renewed_at = :now
   WHERE renewed_at > :now + ${maxClockCorrection}`,
  `UPDATE webhook_recoveries SET next_at = :now WHERE ${isRecoveryAhead(":now")}`,
] as const;

const look = `
  SELECT EXISTS (SELECT 1 FROM webhook_leases WHERE expires_at < :now) AS has_expired,
    EXISTS (SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_scheduled
      WHERE state = 'scheduled' AND ready = 0 AND scheduled_at > :now + ${maxClockCorrection})
    OR EXISTS (SELECT 1 FROM webhook_turns INDEXED BY webhook_turns_noted
      WHERE not_before > 0 AND not_before < ${never} AND noted_at > :now + ${maxClockCorrection})
    OR EXISTS (SELECT 1 FROM webhook_leases WHERE renewed_at > :now + ${maxClockCorrection})
    OR EXISTS (SELECT 1 FROM webhook_recoveries WHERE ${isRecoveryAhead(":now")}) AS is_ahead`;

async function bringBackFromAhead(session: SqliteSession): Promise<void> {
  const { prepare, transactLightly, now, listeners } = session;
  await transactLightly(() => {
    for (const sql of fromAhead) prepare(sql).run({ now: now() });
  });
  listeners.call();
}
