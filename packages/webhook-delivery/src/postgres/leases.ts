import type { DeliveryQueue, LeasePosition } from "../store/delivery-queue.ts";
import { maxClockCorrection } from "../policy/rate-limit.ts";
import { maxClaimVisits } from "../queue/claim-rules.ts";
import { isRecoveryAhead } from "../queue/recovery-step.ts";
import { fromRowId, number, type Row } from "../rows/columns.ts";
import type { PostgresSession, Query } from "./session.ts";
import { never, withTurns } from "./turns.ts";

type LeasePart = Pick<
  DeliveryQueue,
  "openLease" | "renewLease" | "leasePosition" | "closeLease" | "takeOverExpiredLeases" | "giveBack"
>;

const giveBackLeased = withTurns(`
  UPDATE webhooks.deliveries SET state = 'scheduled', ready = true, lease = NULL
  WHERE state = 'sending' AND lease = ANY ($1) RETURNING endpoint`);

const giveBackGiven = withTurns(`
  UPDATE webhooks.deliveries AS d SET state = 'scheduled', ready = true, lease = NULL
  FROM unnest($1::bigint[], $2::integer[]) AS given (seq, fence)
  WHERE d.seq = given.seq AND CASE WHEN d.state = 'sending' THEN d.fence = given.fence END
  RETURNING d.endpoint`);

// Times written by a clock that ran ahead and was corrected since would otherwise delay deliveries until the
// clock reaches them.
const bringBackFromAhead = `
  WITH deliveries AS (
    UPDATE webhooks.deliveries SET due_at = due_at - (scheduled_at - $1), scheduled_at = $1 WHERE seq = ANY(ARRAY(
      SELECT seq FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND scheduled_at > $1::bigint + $2::bigint
      ORDER BY scheduled_at, seq LIMIT $3 FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  ), turns AS (
    UPDATE webhooks.turns SET not_before = 0 WHERE seq = ANY(ARRAY(
      SELECT seq FROM webhooks.turns WHERE not_before > 0 AND not_before < ${never} AND noted_at > $1::bigint + $2::bigint
      ORDER BY noted_at, seq LIMIT $3 FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  ), leases AS (
    UPDATE webhooks.leases SET expires_at = expires_at - (renewed_at - $1), renewed_at = $1
    WHERE renewed_at > $1::bigint + $2::bigint RETURNING 1
  ), recoveries AS (
    UPDATE webhooks.recoveries SET next_at = $1 WHERE ${isRecoveryAhead("$1::bigint")} RETURNING 1
  )
  SELECT (SELECT count(*) FROM deliveries) + (SELECT count(*) FROM turns) + (SELECT count(*) FROM leases)
      + (SELECT count(*) FROM recoveries) AS ahead,
    EXISTS (SELECT 1 FROM webhooks.leases WHERE expires_at < $1) AS has_expired`;

// Counts the renewed lease explicitly, because the statement still sees its previous state.
const position = `
  (SELECT count(*) FROM webhooks.leases WHERE expires_at >= $2 OR seq = $1) AS leases,
  (SELECT count(*) FROM webhooks.leases WHERE expires_at >= $2 AND seq < $1) AS earlier`;
const renew = `UPDATE webhooks.leases SET expires_at = $3, renewed_at = $2 WHERE seq = $1 RETURNING ${position}`;

function toPosition(row: Row): LeasePosition {
  return { position: number(row, "earlier"), of: number(row, "leases") };
}

/** Creates the lease operations of a PostgreSQL store. */
export function createPostgresLeases({ query, transact, now, listeners }: PostgresSession): LeasePart {
  /** Reschedules deliveries held under leases whose rows this transaction removed. */
  async function release(within: Query, leases: readonly Row[]): Promise<number> {
    if (leases.length === 0) return 0;
    return (await within(giveBackLeased, [leases.map((row) => number(row, "seq"))])).length;
  }

  return {
    async openLease(leaseMilliseconds) {
      const sql = "INSERT INTO webhooks.leases (expires_at, renewed_at) VALUES ($1, $2) RETURNING seq";
      const [row = {}] = await query(sql, [now() + leaseMilliseconds, now()]);
      return String(number(row, "seq"));
    },
    async renewLease(leaseId, leaseMilliseconds) {
      const [row] = await query(renew, [leaseId, now(), now() + leaseMilliseconds]);
      return row && toPosition(row);
    },
    async leasePosition(leaseId) {
      const [row = {}] = await query(`SELECT ${position}`, [leaseId, now()]);
      return toPosition(row);
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
      const [row = {}] = await query(bringBackFromAhead, [now(), maxClockCorrection, maxClaimVisits]);
      if (number(row, "ahead") > 0) listeners.call();
      if (row["has_expired"] !== true) return 0;
      // Skips locked leases: they are being renewed or claimed under.
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
