import type { RetentionPolicy } from "../store/delivery-queue.ts";
import { hourOf } from "../queue/attempt-effects.ts";
import { number, type Row } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";

/** Rows removed in one transaction. */
const batch = 200;

// What is finished is in an index by its time, so that only what is past it is read. A failed delivery that still holds up its
// ordering group stays until somebody decides.
const selectExpired = `
  SELECT seq, event FROM webhook_deliveries INDEXED BY webhook_deliveries_finished
  WHERE finished_at IS NOT NULL AND state = ? AND finished_at < ?
    AND (state = 'delivered' OR blocks = 0)
  ORDER BY finished_at LIMIT ?`;

/** Makes the function that removes one batch at a time. */
export function createSqliteCleaner(session: SqliteSession): (policy: RetentionPolicy) => Promise<boolean> {
  const { prepare } = session;

  function removeExpired(policy: RetentionPolicy): boolean {
    const now = session.now();
    const kept = { delivered: policy.deliveredMilliseconds, failed: policy.failedMilliseconds };
    for (const [state, milliseconds] of Object.entries(kept)) {
      const rows = prepare(selectExpired).all(state, now - milliseconds, batch);
      removeDeliveries(session, rows);
      if (rows.length === batch) return true;
    }
    const oldestHour = hourOf(now - Math.max(policy.deliveredMilliseconds, policy.failedMilliseconds));
    prepare("DELETE FROM webhook_endpoint_hours WHERE hour < ?").run(oldestHour);
    return false;
  }

  return (policy) => session.transactLightly(() => removeDeletedEndpoint(session) || removeExpired(policy));
}

/** Removes a batch of a deleted endpoint, in the end the endpoint itself. False when there is none. */
function removeDeletedEndpoint(session: SqliteSession): boolean {
  const { prepare } = session;
  const deleted = prepare("SELECT seq FROM webhook_endpoints WHERE id IS NULL LIMIT 1").get();
  if (deleted === undefined) return false;
  const endpoint = number(deleted, "seq");
  for (const condition of ["finished_at IS NULL", "state = 'delivered'", "state = 'failed'"]) {
    const sql = `SELECT seq, event FROM webhook_deliveries WHERE endpoint = ? AND ${condition} ORDER BY event LIMIT ?`;
    const rows = prepare(sql).all(endpoint, batch);
    removeDeliveries(session, rows);
    if (rows.length === batch) return true;
  }
  for (const table of ["webhook_endpoint_hours", "webhook_recoveries", "webhook_notices", "webhook_turns"]) {
    prepare(`DELETE FROM ${table} WHERE endpoint = ?`).run(endpoint);
  }
  prepare("DELETE FROM webhook_endpoints WHERE seq = ?").run(endpoint);
  return true;
}

/** Removes deliveries with their attempts, and the events that have no other. */
export function removeDeliveries({ prepare }: SqliteSession, rows: readonly Row[]): void {
  for (const row of rows) {
    const seq = number(row, "seq");
    prepare("DELETE FROM webhook_attempts WHERE delivery = ?").run(seq);
    prepare("DELETE FROM webhook_deliveries WHERE seq = ?").run(seq);
  }
  const removeEvent = prepare(
    "DELETE FROM webhook_events WHERE seq = ? AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = webhook_events.seq)",
  );
  for (const event of new Set(rows.map((row) => number(row, "event")))) removeEvent.run(event);
}
