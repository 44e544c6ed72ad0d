import { DeliveryError } from "../errors/delivery-error.ts";
import type { DeliveryQueue } from "../store/delivery-queue.ts";
import type { RecoveryStore } from "../store/delivery-store.ts";
import { checkRecovery, checkSelection, nextRecoveryStep, recoveryRunning } from "../queue/recovery-step.ts";
import { fromRowId, number, optionalNumber, type Row } from "../rows/columns.ts";
import { fromSelection, type Selection, toRecovery, toSelection } from "../rows/recovery-row.ts";
import { getEndpointRow } from "./endpoint-rows.ts";
import { keepBodies } from "./expunge.ts";
import type { Notifier } from "./notifier.ts";
import { lockGroups, orderingGroupsOf, requeue } from "./ordering-groups.ts";
import type { PostgresSession, Query } from "./session.ts";

const selectRecovery = `
  SELECT r.*, e.id AS endpoint_id FROM webhooks.recoveries r JOIN webhooks.endpoints e ON e.seq = r.endpoint
  WHERE e.id IS NOT NULL`;

// The selection takes three parameters, starting at `first`.
const recoverableFrom = (first: number): string => `
  state = 'failed' AND failure_reason <> 'canceled'
  AND ($${first}::bigint IS NULL OR finished_at < $${first})
  AND ($${first + 1}::text[] IS NULL OR failure_reason = ANY ($${first + 1}))
  AND EXISTS (SELECT 1 FROM webhooks.events v WHERE v.seq = d.event AND v.expunged_at IS NULL)
  AND ($${first + 2}::text[] IS NULL
    OR (SELECT v.type FROM webhooks.events v WHERE v.seq = d.event) = ANY ($${first + 2}))`;

function valuesOf({ failedBefore, failureReasons, eventTypes }: Selection): unknown[] {
  return [failedBefore ?? null, failureReasons ?? null, eventTypes ?? null];
}

const countSelected = `
  SELECT count(*) AS total FROM webhooks.deliveries d
  WHERE endpoint = $1 AND finished_at >= $2 AND ${recoverableFrom(3)}`;

const insertRecovery = `
  INSERT INTO webhooks.recoveries
    (endpoint, failed_since, per_second, idempotency_key, status, total, next_at, created_at, selection)
  VALUES ($1, $2, $3, $4, 'running', 0, $5, $5, $6) ON CONFLICT DO NOTHING RETURNING seq`;

// Runs after the insert has waited for the previous recovery, so that deliveries it rescheduled aren't
// counted. It includes everything that failed before the start, even if the clock was set back.
const saveTotal = `
  UPDATE webhooks.recoveries AS r SET total = failed.total, created_at = greatest(r.created_at, failed.latest)
  FROM (
    SELECT count(*) AS total, max(finished_at) AS latest
    FROM webhooks.deliveries d WHERE endpoint = $2 AND finished_at >= $3 AND ${recoverableFrom(4)}
  ) AS failed
  WHERE r.seq = $1 RETURNING r.*`;

const selectByKey = `${selectRecovery} AND r.endpoint = $1 AND r.idempotency_key = $2`;

// One at a time: batches of several recoveries in one transaction could lock their ordering groups in
// different orders.
const lockDue = `
  SELECT * FROM webhooks.recoveries WHERE status = 'running' AND next_at <= $1
  ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

const selectBatch = `
  SELECT seq, event, endpoint, ordering_key FROM webhooks.deliveries d
  WHERE (endpoint, event) > ($1::bigint, $2) AND (endpoint, event) < ($1::bigint + 1, 0)
    AND ${recoverableFrom(6)} AND finished_at >= $3 AND finished_at <= $4
  ORDER BY endpoint, event LIMIT $5`;

const saveProgress = `
  UPDATE webhooks.recoveries SET position = $2, recovered = recovered + $3, next_at = $4, status = $5, finished_at = $6
  WHERE seq = $1`;

/** Creates the recovery operations of a PostgreSQL store. */
export function createPostgresRecoveries(
  { query, transact, now, listeners }: PostgresSession,
  notifier: Notifier,
): RecoveryStore & Pick<DeliveryQueue, "advanceRecoveries"> {
  return {
    async startRecovery(input) {
      const checked = checkRecovery(input);
      const { endpointId, failedSince, perSecond, idempotencyKey: key } = checked;
      const endpoint = number(await getEndpointRow(query, endpointId), "seq");
      const values = [endpoint, failedSince, perSecond, key, now(), fromSelection(checked)];
      const added = await transact(async (within) => {
        const [inserted] = await within(insertRecovery, values);
        if (inserted === undefined) return undefined;
        const counted = [number(inserted, "seq"), endpoint, failedSince, ...valuesOf(checked)];
        await notifier.notifyOthers(within);
        return (await within(saveTotal, counted))[0];
      });
      const [row] = added === undefined ? await query(selectByKey, [endpoint, key]) : [added];
      if (row === undefined) throw recoveryRunning(endpointId);
      listeners.call();
      return toRecovery({ endpoint_id: endpointId, ...row });
    },
    async countRecoverable(selection) {
      checkSelection(selection);
      const endpoint = number(await getEndpointRow(query, selection.endpointId), "seq");
      const values = [endpoint, selection.failedSince, ...valuesOf(selection)];
      const [row = {}] = await query(countSelected, values);
      return number(row, "total");
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
      if (row === undefined) throw new DeliveryError("recovery_not_found", `recovery ${id} does not exist`);
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

/**
 * Reschedules the next batch of a due recovery and saves its position in one transaction. Returns false if
 * none is due.
 */
async function advanceRecovery(query: Query, now: number): Promise<boolean> {
  const [row] = await query(lockDue, [now]);
  if (row === undefined) return false;
  const { batch, nextAt } = nextRecoveryStep(number(row, "per_second"), now);
  const position = number(row, "position");
  const range = [number(row, "endpoint"), position, number(row, "failed_since"), number(row, "created_at")];
  const rows = await query(selectBatch, [...range, batch, ...valuesOf(toSelection(row))]);
  await lockGroups(query, orderingGroupsOf(rows));
  const kept = await keepBodies(query, rows);
  await requeue(query, kept, now);
  const last = rows.at(-1);
  const done = rows.length < batch;
  await query(saveProgress, [
    number(row, "seq"),
    last === undefined ? position : number(last, "event"),
    kept.length,
    nextAt,
    done ? "done" : "running",
    done ? now : null,
  ]);
  return true;
}
