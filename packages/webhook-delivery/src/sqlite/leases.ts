import type { DeliveryQueue } from "../delivery-queue.ts";
import { number, type Row } from "../rows/columns.ts";
import { fromRowId } from "../rows/row-id.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn } from "./turns.ts";

/** The leases' part of an SQLite store. */
export function createSqliteLeases(
  session: SqliteSession,
): Pick<DeliveryQueue, "openLease" | "renewLease" | "closeLease" | "takeOverExpiredLeases" | "giveBack"> {
  const { prepare, transact, transactLightly, now, listeners } = session;

  function addTurns(released: readonly Row[]): void {
    for (const endpoint of new Set(released.map((row) => number(row, "endpoint"))))
      addTurn(session, endpoint);
  }

  /** Removes a lease and makes what it holds due again. Runs inside a transaction. */
  function endLease(lease: number): number {
    prepare("DELETE FROM webhook_leases WHERE seq = ?").run(lease);
    const released = prepare(
      `UPDATE webhook_deliveries INDEXED BY webhook_deliveries_sending SET state = 'scheduled', ready = 1, lease = NULL
       WHERE state = 'sending' AND lease = ? RETURNING endpoint`,
    ).all(lease);
    addTurns(released);
    return released.length;
  }

  return {
    openLease: (leaseMilliseconds) =>
      transact(() => {
        const insert = prepare("INSERT INTO webhook_leases (expires_at) VALUES (?)");
        return String(insert.run(now() + leaseMilliseconds).lastInsertRowid);
      }),
    renewLease: (leaseId, leaseMilliseconds) =>
      transactLightly(() => {
        const renew = prepare("UPDATE webhook_leases SET expires_at = ? WHERE seq = ?");
        return renew.run(now() + leaseMilliseconds, Number(leaseId)).changes === 1;
      }),
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
      const expired = "SELECT seq FROM webhook_leases WHERE expires_at < ?";
      if (prepare(expired).get(now()) === undefined) return 0;
      const count = await transact(() =>
        prepare(expired)
          .all(now())
          .map((row) => endLease(number(row, "seq")))
          .reduce((sum, given) => sum + given, 0),
      );
      if (count > 0) listeners.call();
      return count;
    },
  };
}
