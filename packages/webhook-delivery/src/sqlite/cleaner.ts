import type { RetentionPolicy } from "../store/delivery-queue.ts";
import { hourOf } from "../queue/attempt-effects.ts";
import { number, type Row } from "../rows/columns.ts";
import { failExpired } from "./polls.ts";
import type { SqliteSession } from "./session.ts";

/** Rows removed in one transaction. */
const batch = 200;
const optimizeEveryMilliseconds = 3_600_000;

// An index orders finished deliveries by time, so only expired ones are read. A failed delivery that blocks
// its ordering group is kept.
const selectExpired = `
  SELECT seq, event FROM webhook_deliveries INDEXED BY webhook_deliveries_finished
  WHERE finished_at IS NOT NULL AND state = ? AND finished_at < ?
    AND (state = 'delivered' OR blocks = 0)
  ORDER BY finished_at LIMIT ? + 0`;

/** Polling endpoints checked in one transaction. */
const pollingAtOnce = 20;

const selectPolling = `
  SELECT seq FROM webhook_endpoints INDEXED BY webhook_endpoints_polling
  WHERE poll_position IS NOT NULL AND id IS NOT NULL AND seq >= ? ORDER BY seq LIMIT ? + 0`;

// The oldest deliveries of an endpoint that came due, or were returned, too long ago.
const selectUntaken = `
  SELECT seq FROM (
    SELECT seq, scheduled_at, due_at FROM webhook_deliveries INDEXED BY webhook_deliveries_open
    WHERE finished_at IS NULL AND endpoint = ? ORDER BY event LIMIT ? + 0
  ) WHERE max(scheduled_at, due_at) < ?`;

/** Creates the function that removes one batch at a time. */
export function createSqliteCleaner(session: SqliteSession): (policy: RetentionPolicy) => Promise<boolean> {
  const { prepare } = session;
  let nextPolling = 0;
  let optimizedAt = -Infinity;

  /**
   * Fails deliveries that no consumer fetched within the retention of failed ones, so that an unpolled
   * endpoint doesn't grow forever. Returns false when all polling endpoints were checked.
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

  /** Lets SQLite update missing or outdated statistics. It reads a bounded number of rows. */
  function optimize(): void {
    if (Math.abs(session.now() - optimizedAt) < optimizeEveryMilliseconds || session.database.isTransaction)
      return;
    // The first run includes tables this connection has not used yet.
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

/** Removes a batch of a deleted endpoint's data, and finally the endpoint. Returns false if there is none. */
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

/** Removes deliveries with their attempts, and events without other deliveries. */
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
