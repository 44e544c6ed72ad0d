import type { RetentionPolicy } from "../store/delivery-queue.ts";
import { hourOf } from "../queue/attempt-effects.ts";
import { number, type Row } from "../rows/columns.ts";
import { failExpired } from "./polls.ts";
import type { PostgresSession, Query } from "./session.ts";

/** Rows removed in one transaction. */
const batch = 200;

/**
 * How long the row of a deleted endpoint is kept: longer than any transaction that may still enqueue for it.
 */
const afterDeletion = 3_600_000;

// An index orders finished deliveries by time, so only expired ones are read. A failed delivery that blocks
// its ordering group is kept.
const selectExpired = `
  SELECT seq, event FROM webhooks.deliveries
  WHERE finished_at IS NOT NULL AND (state = 'delivered' OR blocks = 0)
    AND (state, finished_at) >= ($1, 0) AND (state, finished_at) < ($1, $2)
  ORDER BY state, finished_at LIMIT $3`;

const removeOldestHour = `
  DELETE FROM webhooks.endpoint_hours WHERE hour = ANY(ARRAY(
    SELECT hour FROM webhooks.endpoint_hours WHERE hour < $1 ORDER BY hour LIMIT 1
  ))`;

const selectLeftovers = `
  SELECT delivery.seq, delivery.event FROM (SELECT seq FROM webhooks.endpoints WHERE id IS NULL) AS gone
  CROSS JOIN LATERAL (
    (SELECT seq, event FROM webhooks.deliveries WHERE finished_at IS NULL AND endpoint = gone.seq LIMIT $1)
    UNION ALL (SELECT seq, event FROM webhooks.deliveries WHERE state = 'delivered' AND endpoint = gone.seq LIMIT $1)
    UNION ALL (SELECT seq, event FROM webhooks.deliveries WHERE state = 'failed' AND endpoint = gone.seq LIMIT $1)
  ) AS delivery LIMIT $1`;

/** Polling endpoints checked in one transaction. */
const pollingAtOnce = 20;

// The oldest deliveries of each endpoint that came due, or were returned, too long ago.
const selectUntaken = `
  SELECT polling.seq AS polling, oldest.*
  FROM (
    SELECT seq FROM webhooks.endpoints WHERE poll_position IS NOT NULL AND id IS NOT NULL AND seq >= $1 ORDER BY seq LIMIT $2
  ) AS polling
  LEFT JOIN LATERAL (
    SELECT seq, endpoint, ordering_key FROM (
      SELECT * FROM webhooks.deliveries
      WHERE finished_at IS NULL AND (endpoint, event) > (polling.seq, 0) AND (endpoint, event) < (polling.seq + 1, 0)
      ORDER BY endpoint, event LIMIT $3
    ) AS open
    WHERE greatest(scheduled_at, due_at) < $4
  ) AS oldest ON true
  ORDER BY polling.seq`;

/** Creates the function that removes one batch at a time. */
export function createPostgresCleaner(
  session: PostgresSession,
): (policy: RetentionPolicy) => Promise<boolean> {
  const { query, transact } = session;
  let nextPolling = 0;

  /**
   * Fails deliveries that no consumer fetched within the retention of failed ones, so that an unpolled
   * endpoint doesn't grow forever. Returns false when all polling endpoints were checked.
   */
  async function failUntaken({ failedMilliseconds }: RetentionPolicy): Promise<boolean> {
    const now = session.now();
    const rows = await query(selectUntaken, [nextPolling, pollingAtOnce, batch, now - failedMilliseconds]);
    const byEndpoint = Map.groupBy(rows, (row) => number(row, "polling"));
    const endpoints = [...byEndpoint.keys()];
    nextPolling = endpoints.length === pollingAtOnce ? (endpoints.at(-1) ?? 0) + 1 : 0;
    for (const [endpoint, found] of byEndpoint) {
      const untaken = found.filter((row) => row["seq"] !== null);
      if (untaken.length > 0) await transact((within) => failExpired(within, endpoint, untaken, now));
      if (untaken.length < batch) continue;
      nextPolling = endpoint;
      break;
    }
    return nextPolling > 0;
  }

  async function removeExpired(policy: RetentionPolicy): Promise<boolean> {
    const now = session.now();
    const kept = { delivered: policy.deliveredMilliseconds, failed: policy.failedMilliseconds };
    for (const [state, milliseconds] of Object.entries(kept)) {
      const rows = await query(selectExpired, [state, now - milliseconds, batch]);
      if (rows.length > 0) await transact((within) => removeDeliveries(within, rows));
      if (rows.length === batch) return true;
    }
    const oldestHour = hourOf(now - Math.max(policy.deliveredMilliseconds, policy.failedMilliseconds));
    await query(removeOldestHour, [oldestHour]);
    return false;
  }

  /** Removes a batch of a deleted endpoint's data. Returns false if there is none. */
  async function removeLeftovers(): Promise<boolean> {
    const rows = await query(selectLeftovers, [batch]);
    if (rows.length === 0) {
      await removeDeletedEndpoints(query, session.now() - afterDeletion);
      return false;
    }
    await transact((within) => removeDeliveries(within, rows));
    return true;
  }

  return async (policy) => {
    const hasMore = await failUntaken(policy);
    return (await removeLeftovers()) || (await removeExpired(policy)) || hasMore;
  };
}

async function removeDeletedEndpoints(query: Query, deletedBefore: number): Promise<void> {
  const sql = "DELETE FROM webhooks.endpoints WHERE id IS NULL AND updated_at < $1 RETURNING seq";
  const rows = await query(sql, [deletedBefore]);
  if (rows.length === 0) return;
  for (const table of ["endpoint_hours", "recoveries", "notices", "turns"]) {
    await query(`DELETE FROM webhooks.${table} WHERE endpoint = ANY ($1)`, [
      rows.map((row) => number(row, "seq")),
    ]);
  }
}

// Skips deliveries that were resent meanwhile. Events are locked before checking whether they are still
// needed, so the check sees the transactions it waited for.
async function removeDeliveries(query: Query, rows: readonly Row[]): Promise<void> {
  const removed = await query(
    `WITH removed AS (
       DELETE FROM webhooks.deliveries AS d
       WHERE seq = ANY ($1) AND (finished_at IS NOT NULL
         OR EXISTS (SELECT 1 FROM webhooks.endpoints WHERE seq = d.endpoint AND id IS NULL))
       RETURNING seq, event
     ), attempts AS (
       DELETE FROM webhooks.attempts WHERE delivery = ANY(ARRAY(SELECT seq FROM removed))
     )
     SELECT DISTINCT event FROM removed`,
    [rows.map((row) => number(row, "seq"))],
  );
  const events = removed.map((row) => number(row, "event"));
  await query("SELECT 1 FROM webhooks.events WHERE seq = ANY ($1) ORDER BY seq FOR UPDATE", [events]);
  await query(
    `DELETE FROM webhooks.events
     WHERE seq = ANY ($1) AND NOT EXISTS (SELECT 1 FROM webhooks.deliveries WHERE event = events.seq)`,
    [events],
  );
}
