import { DeliveryError } from "../errors/delivery-error.ts";
import type { DeliveryQueue } from "../store/delivery-queue.ts";
import type { RecoveryStore } from "../store/delivery-store.ts";
import { checkRecovery, nextRecoveryStep, recoveryRunning } from "../queue/recovery-step.ts";
import { fromRowId, number, optionalNumber, type Row } from "../rows/columns.ts";
import { toRecovery } from "../rows/recovery-row.ts";
import { getEndpointRow } from "./endpoint-rows.ts";
import { lockGroups, orderingGroupsOf, requeue } from "./ordering-groups.ts";
import type { PostgresSession, Query } from "./session.ts";

const selectRecovery = `
  SELECT r.*, e.id AS endpoint_id FROM webhooks.recoveries r JOIN webhooks.endpoints e ON e.seq = r.endpoint
  WHERE e.id IS NOT NULL`;

const recoverable = "state = 'failed' AND failure_reason <> 'canceled'";

// It takes what failed until it began: all that there is, also where the clock was set back meanwhile.
const insertRecovery = `
  INSERT INTO webhooks.recoveries
    (endpoint, failed_since, per_second, idempotency_key, status, total, next_at, created_at)
  SELECT $1::bigint, $2::bigint, $3::double precision, $4::text, 'running', failed.total, $5::bigint,
    greatest($5::bigint, failed.latest)
  FROM (
    SELECT count(*) AS total, max(finished_at) AS latest
    FROM webhooks.deliveries WHERE endpoint = $1 AND ${recoverable} AND finished_at >= $2
  ) AS failed
  ON CONFLICT DO NOTHING RETURNING *, $6::text AS endpoint_id`;

const selectByKey = `${selectRecovery} AND r.endpoint = $1 AND r.idempotency_key = $2`;

// One at a time: a batch of several recoveries in one transaction could lock their lines in different orders.
const lockDue = `
  SELECT * FROM webhooks.recoveries WHERE status = 'running' AND next_at <= $1
  ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

const selectBatch = `
  SELECT seq, event, endpoint, ordering_key FROM webhooks.deliveries
  WHERE (endpoint, event) > ($1::bigint, $2) AND (endpoint, event) < ($1::bigint + 1, 0)
    AND ${recoverable} AND finished_at >= $3 AND finished_at <= $4
  ORDER BY endpoint, event LIMIT $5`;

const saveProgress = `
  UPDATE webhooks.recoveries SET position = $2, recovered = recovered + $3, next_at = $4, status = $5, finished_at = $6
  WHERE seq = $1`;

/** The recoveries' part of a PostgreSQL store. */
export function createPostgresRecoveries({
  query,
  transact,
  now,
  listeners,
}: PostgresSession): RecoveryStore & Pick<DeliveryQueue, "advanceRecoveries"> {
  return {
    async startRecovery(input) {
      const { endpointId, failedSince, perSecond, idempotencyKey: key } = checkRecovery(input);
      const endpoint = number(await getEndpointRow(query, endpointId), "seq");
      const values = [endpoint, failedSince, perSecond, key, now(), endpointId];
      const [added] = await query(insertRecovery, values);
      const [row] = added === undefined ? await query(selectByKey, [endpoint, key]) : [added];
      if (row === undefined) throw recoveryRunning(endpointId);
      return toRecovery(row);
    },
    async getRecovery(id) {
      const row = await findRow(query, id);
      return row && toRecovery(row);
    },
    async listRecoveries(endpointId) {
      return (await query(`${selectRecovery} AND e.id = $1 ORDER BY r.seq DESC`, [endpointId])).map(
        toRecovery,
      );
    },
    async cancelRecovery(id) {
      await query(
        "UPDATE webhooks.recoveries SET status = 'canceled', finished_at = $2 WHERE seq = $1 AND status = 'running'",
        [fromRowId("recovery", id) ?? 0, now()],
      );
      const row = await findRow(query, id);
      if (row === undefined) throw new DeliveryError("recovery_not_found", `there is no recovery ${id}`);
      return toRecovery(row);
    },
    async advanceRecoveries() {
      const next = "SELECT min(next_at) AS next_at FROM webhooks.recoveries WHERE status = 'running'";
      const [first = {}] = await query(next);
      const nextAt = optionalNumber(first, "next_at");
      if (nextAt === undefined || nextAt > now()) return nextAt;
      while (await transact((within) => advanceRecovery(within, now()))) listeners.call();
      const [second = {}] = await query(next);
      return optionalNumber(second, "next_at");
    },
  };
}

async function findRow(query: Query, id: string): Promise<Row | undefined> {
  const [row] = await query(`${selectRecovery} AND r.seq = $1`, [fromRowId("recovery", id) ?? 0]);
  return row;
}

/** Puts the next batch of a due recovery back, in one transaction with the position behind it. False when none is due. */
async function advanceRecovery(query: Query, now: number): Promise<boolean> {
  const [row] = await query(lockDue, [now]);
  if (row === undefined) return false;
  const { batch, nextAt } = nextRecoveryStep(number(row, "per_second"), now);
  const position = number(row, "position");
  const range = [number(row, "endpoint"), position, number(row, "failed_since"), number(row, "created_at")];
  const rows = await query(selectBatch, [...range, batch]);
  await lockGroups(query, orderingGroupsOf(rows));
  await requeue(query, rows, now);
  const last = rows.at(-1);
  const done = rows.length < batch;
  await query(saveProgress, [
    number(row, "seq"),
    last === undefined ? position : number(last, "event"),
    rows.length,
    nextAt,
    done ? "done" : "running",
    done ? now : null,
  ]);
  return true;
}
