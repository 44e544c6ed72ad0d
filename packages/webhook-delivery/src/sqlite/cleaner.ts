import type { RetentionPolicy } from "../store/delivery-queue.ts";
import { hourOf } from "../queue/attempt-effects.ts";
import { number, type Row } from "../rows/columns.ts";
import { failExpired } from "./polls.ts";
import type { SqliteSession } from "./session.ts";

/** Rows removed in one transaction. */
const batch = 200;
const optimizeEveryMilliseconds = 3_600_000;

// What is finished is in an index by its time, so that only what is past it is read. A failed delivery that still holds up its
// ordering group stays until somebody decides.
const selectExpired = `
  SELECT seq, event FROM webhook_deliveries INDEXED BY webhook_deliveries_finished
  WHERE finished_at IS NOT NULL AND state = ? AND finished_at < ?
    AND (state = 'delivered' OR blocks = 0)
  ORDER BY finished_at LIMIT ? + 0`;

/** Polling endpoints looked at in one transaction. */
const pollingAtOnce = 20;

const selectPolling = `
  SELECT seq FROM webhook_endpoints INDEXED BY webhook_endpoints_polling
  WHERE poll_position IS NOT NULL AND id IS NOT NULL AND seq >= ? ORDER BY seq LIMIT ? + 0`;

// The oldest of an endpoint, of which those are meant that came due, or were handed out, too long ago.
const selectUntaken = `
  SELECT seq FROM (
    SELECT seq, scheduled_at, due_at FROM webhook_deliveries INDEXED BY webhook_deliveries_open
    WHERE finished_at IS NULL AND endpoint = ? ORDER BY event LIMIT ? + 0
  ) WHERE max(scheduled_at, due_at) < ?`;

/** Makes the function that removes one batch at a time. */
export function createSqliteCleaner(session: SqliteSession): (policy: RetentionPolicy) => Promise<boolean> {
  const { prepare } = session;
  let nextPolling = 0;
  let optimizedAt = -Infinity;

  /**
   * Lets deliveries fail that no consumer took for as long as failed ones are kept, so that an endpoint nobody polls does not grow for
   * ever. False when all polling endpoints were looked at.
   */
  function failUntaken({ failedMilliseconds }: RetentionPolicy): boolean {
    const endpoints = prepare(selectPolling)
      .all(nextPolling, pollingAtOnce)
      .map((row) => number(row, "seq"));
    const before = session.now() - failedMilliseconds;
    nextPolling = endpoints.length === pollingAtOnce ? (endpoints.at(-1) ?? 0) + 1 : 0;
    for (const endpoint of endpoints) {
      const untaken = prepare(selectUntaken).all(endpoint, batch, before);
      failExpired(
        session,
        endpoint,
        untaken.map((row) => number(row, "seq")),
      );
      if (untaken.length < batch) continue;
      nextPolling = endpoint;
      break;
    }
    return nextPolling > 0;
  }

  /** Lets SQLite gather the statistics it finds missing or out of date. It looks at a bounded number of rows. */
  function optimize(): void {
    if (Math.abs(session.now() - optimizedAt) < optimizeEveryMilliseconds || session.database.isTransaction)
      return;
    // The first time also tables that this connection has not used yet.
    session.database.exec(optimizedAt === -Infinity ? "PRAGMA optimize = 0x10002" : "PRAGMA optimize");
    optimizedAt = session.now();
  }

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

  return async (policy) => {
    const hasMore = await session.transactLightly(() => {
      const hasUntaken = failUntaken(policy);
      return removeDeletedEndpoint(session) || removeExpired(policy) || hasUntaken;
    });
    if (!hasMore) optimize();
    return hasMore;
  };
}

/** Removes a batch of a deleted endpoint, in the end the endpoint itself. False when there is none. */
function removeDeletedEndpoint(session: SqliteSession): boolean {
  const { prepare } = session;
  const deleted = prepare("SELECT seq FROM webhook_endpoints WHERE id IS NULL LIMIT 1").get();
  if (deleted === undefined) return false;
  const endpoint = number(deleted, "seq");
  for (const condition of ["finished_at IS NULL", "state = 'delivered'", "state = 'failed'"]) {
    const sql = `SELECT seq, event FROM webhook_deliveries WHERE endpoint = ? AND ${condition} ORDER BY event LIMIT ? + 0`;
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
