import type { DeliveryQueue } from "../delivery-queue.ts";
import { number, type Row } from "../rows/columns.ts";
import { fromRowId } from "../rows/row-id.ts";
import type { PostgresSession, Query } from "./session.ts";
import { withTurns } from "./turns.ts";

type LeasePart = Pick<
  DeliveryQueue,
  "openLease" | "renewLease" | "closeLease" | "takeOverExpiredLeases" | "giveBack"
>;

const giveBackLeased = withTurns(`
  UPDATE webhooks.deliveries SET state = 'scheduled', ready = true, lease = NULL
  WHERE state = 'sending' AND lease = ANY ($1) RETURNING endpoint`);

const giveBackGiven = withTurns(`
  UPDATE webhooks.deliveries AS d SET state = 'scheduled', ready = true, lease = NULL
  FROM unnest($1::bigint[], $2::integer[]) AS given (seq, fence)
  WHERE d.seq = given.seq AND CASE WHEN d.state = 'sending' THEN d.fence = given.fence END
  RETURNING d.endpoint`);

/** The leases' part of a PostgreSQL store. */
export function createPostgresLeases({ query, transact, now, listeners }: PostgresSession): LeasePart {
  /** Makes due again what is held under leases whose rows this transaction has removed. */
  async function release(within: Query, leases: readonly Row[]): Promise<number> {
    if (leases.length === 0) return 0;
    return (await within(giveBackLeased, [leases.map((row) => number(row, "seq"))])).length;
  }

  return {
    async openLease(leaseMilliseconds) {
      const sql = "INSERT INTO webhooks.leases (expires_at) VALUES ($1) RETURNING seq";
      const [row = {}] = await query(sql, [now() + leaseMilliseconds]);
      return String(number(row, "seq"));
    },
    async renewLease(leaseId, leaseMilliseconds) {
      const sql = "UPDATE webhooks.leases SET expires_at = $2 WHERE seq = $1 RETURNING seq";
      return (await query(sql, [leaseId, now() + leaseMilliseconds])).length === 1;
    },
    async closeLease(leaseId) {
      const count = await transact(async (within) =>
        release(within, await within("DELETE FROM webhooks.leases WHERE seq = $1 RETURNING seq", [leaseId])),
      );
      if (count > 0) listeners.call();
    },
    async giveBack(deliveries) {
      await query(giveBackGiven, [
        deliveries.map(({ id }) => fromRowId("delivery", id) ?? 0),
        deliveries.map(({ fence }) => fence),
      ]);
    },
    async takeOverExpiredLeases() {
      const [expired] = await query("SELECT 1 FROM webhooks.leases WHERE expires_at < $1 LIMIT 1", [now()]);
      if (expired === undefined) return 0;
      // Skipping what is locked leaves leases alone that are being renewed, or claimed under, right now.
      const remove = `
        DELETE FROM webhooks.leases WHERE seq IN (
          SELECT seq FROM webhooks.leases WHERE expires_at < $1 ORDER BY seq FOR UPDATE SKIP LOCKED
        ) RETURNING seq`;
      const count = await transact(async (within) => release(within, await within(remove, [now()])));
      if (count > 0) listeners.call();
      return count;
    },
  };
}
