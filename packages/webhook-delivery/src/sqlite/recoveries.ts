import { DeliveryError } from "../errors/delivery-error.ts";
import type { DeliveryQueue } from "../store/delivery-queue.ts";
import type { RecoveryStore } from "../store/delivery-store.ts";
import type { Recovery, RecoverySelection } from "../model/recovery.ts";
import {
  type CheckedRecovery,
  checkRecovery,
  checkSelection,
  nextRecoveryStep,
  recoveryRunning,
} from "../queue/recovery-step.ts";
import { fromRowId, number, optionalNumber, type Row } from "../rows/columns.ts";
import { fromSelection, type Selection, toRecovery, toSelection } from "../rows/recovery-row.ts";
import { getEndpointRow } from "./endpoint-rows.ts";
import { requeue } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";

const selectRecovery = `
  SELECT r.*, e.id AS endpoint_id FROM webhook_recoveries r JOIN webhook_endpoints e ON e.seq = r.endpoint
  WHERE e.id IS NOT NULL`;

const selectByKey = `${selectRecovery} AND r.endpoint = ? AND r.idempotency_key = ?`;

const recoverable = `
  endpoint = :endpoint AND state = 'failed' AND failure_reason <> 'canceled' AND finished_at >= :failedSince
  AND (:failedBefore IS NULL OR finished_at < :failedBefore)
  AND (:reasons IS NULL OR failure_reason IN (SELECT value FROM json_each(:reasons)))
  AND EXISTS (SELECT 1 FROM webhook_events v WHERE v.seq = d.event AND v.expunged_at IS NULL)
  AND (:types IS NULL
    OR (SELECT v.type FROM webhook_events v WHERE v.seq = d.event) IN (SELECT value FROM json_each(:types)))`;

function valuesOf(
  endpoint: number,
  failedSince: number,
  { failedBefore, failureReasons, eventTypes }: Selection,
): Record<string, string | number | null> {
  return {
    endpoint,
    failedSince,
    failedBefore: failedBefore ?? null,
    reasons: failureReasons === undefined ? null : JSON.stringify(failureReasons),
    types: eventTypes === undefined ? null : JSON.stringify(eventTypes),
  };
}

/** Creates the recovery operations of an SQLite store. */
export function createSqliteRecoveries(
  session: SqliteSession,
): RecoveryStore & Pick<DeliveryQueue, "advanceRecoveries"> {
  const { prepare, first, transact, now, listeners } = session;

  return {
    async startRecovery(input) {
      const checked = checkRecovery(input);
      const recovery = await transact(() => addRecovery(session, checked));
      listeners.call();
      return recovery;
    },
    async countRecoverable(selection) {
      checkSelection(selection);
      const endpoint = number(getEndpointRow(session, selection.endpointId), "seq");
      return number(countSelected(session, endpoint, selection), "total");
    },
    async getRecovery(id) {
      const row = findRow(session, id);
      return row === undefined ? undefined : toRecovery(row);
    },
    async listRecoveries(endpointId) {
      return prepare(`${selectRecovery} AND e.id = ? ORDER BY r.seq DESC`).all(endpointId).map(toRecovery);
    },
    cancelRecovery: (id) =>
      transact(() => {
        const seq = number(getRow(session, id), "seq");
        prepare(
          "UPDATE webhook_recoveries SET status = 'canceled', finished_at = ? WHERE seq = ? AND status = 'running'",
        ).run(now(), seq);
        return toRecovery(getRow(session, id));
      }),
    async advanceRecoveries() {
      const due =
        "SELECT * FROM webhook_recoveries WHERE status = 'running' AND next_at <= ? ORDER BY next_at LIMIT 20";
      const next = "SELECT min(next_at) AS next_at FROM webhook_recoveries WHERE status = 'running'";
      const nextAt = optionalNumber(first(next), "next_at");
      if (nextAt === undefined || nextAt > now()) return nextAt;
      await transact(() => {
        for (const row of prepare(due).all(now())) advanceRecovery(session, row);
      });
      listeners.call();
      return optionalNumber(first(next), "next_at");
    },
  };
}

function findRow({ prepare }: SqliteSession, id: string): Row | undefined {
  const seq = fromRowId("recovery", id);
  return seq === undefined ? undefined : prepare(`${selectRecovery} AND r.seq = ?`).get(seq);
}

function getRow(session: SqliteSession, id: string): Row {
  const row = findRow(session, id);
  if (row === undefined) throw new DeliveryError("recovery_not_found", `recovery ${id} does not exist`);
  return row;
}

function countSelected({ prepare }: SqliteSession, endpoint: number, selection: RecoverySelection): Row {
  const count = `SELECT count(*) AS total, max(finished_at) AS latest FROM webhook_deliveries d WHERE ${recoverable}`;
  return prepare(count).get(valuesOf(endpoint, selection.failedSince, selection)) ?? {};
}

function addRecovery(session: SqliteSession, input: CheckedRecovery): Recovery {
  const { prepare, first } = session;
  const endpoint = number(getEndpointRow(session, input.endpointId), "seq");
  const failed = countSelected(session, endpoint, input);
  const now = session.now();
  // Includes everything that failed before the start, even if the clock was set back.
  const createdAt = Math.max(now, optionalNumber(failed, "latest") ?? now);
  const { changes, lastInsertRowid } = prepare(
    `INSERT INTO webhook_recoveries
       (endpoint, failed_since, per_second, idempotency_key, status, total, next_at, created_at, selection)
     VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ).run(
    endpoint,
    input.failedSince,
    input.perSecond,
    input.idempotencyKey,
    number(failed, "total"),
    now,
    createdAt,
    fromSelection(input),
  );
  const row =
    Number(changes) === 1
      ? first(`${selectRecovery} AND r.seq = ?`, lastInsertRowid)
      : prepare(selectByKey).get(endpoint, input.idempotencyKey);
  if (row === undefined) throw recoveryRunning(input.endpointId);
  return toRecovery(row);
}

/**
 * Reschedules the next batch. Runs inside a transaction, so that a batch and its position are saved together.
 */
function advanceRecovery(session: SqliteSession, row: Row): void {
  const { prepare } = session;
  const now = session.now();
  const { batch, nextAt } = nextRecoveryStep(number(row, "per_second"), now);
  const candidates = prepare(
    `SELECT seq, event, endpoint, ordering_key FROM webhook_deliveries d INDEXED BY webhook_deliveries_failed
     WHERE ${recoverable} AND event > :position AND finished_at <= :createdAt ORDER BY event LIMIT :batch + 0`,
  ).all({
    ...valuesOf(number(row, "endpoint"), number(row, "failed_since"), toSelection(row)),
    position: number(row, "position"),
    createdAt: number(row, "created_at"),
    batch,
  });
  for (const candidate of candidates) requeue(session, candidate);
  const last = candidates.at(-1);
  const done = candidates.length < batch;
  prepare(
    `UPDATE webhook_recoveries SET position = ?, recovered = recovered + ?, next_at = ?, status = ?, finished_at = ?
     WHERE seq = ?`,
  ).run(
    last === undefined ? number(row, "position") : number(last, "event"),
    candidates.length,
    nextAt,
    done ? "done" : "running",
    done ? now : null,
    number(row, "seq"),
  );
}
