import type { RetentionPolicy } from "../delivery-queue.ts";
import { hourOf } from "../queue/count-hour.ts";
import { isExpired } from "../queue/is-expired.ts";
import { number, type Row } from "../rows/columns.ts";
import { toFinishedDelivery } from "../rows/delivery-row.ts";
import type { PostgresSession, Query } from "./session.ts";

/** Rows looked at in one transaction. */
const batch = 500;

/** How long a deleted endpoint's row outlives it: longer than any transaction that may still enqueue for it. */
const afterDeletion = 3_600_000;

/** Makes the function that removes one batch at a time. It remembers how far it got. */
export function createPostgresCleaner(
  session: PostgresSession,
): (policy: RetentionPolicy) => Promise<boolean> {
  const { query, transact } = session;
  let position = 0;

  async function removeFinished(policy: RetentionPolicy): Promise<boolean> {
    const now = session.now();
    const rows = await query(
      `SELECT seq, event, state, ordering_key, blocks, created_at, finished_at FROM webhooks.deliveries
       WHERE seq > $1 ORDER BY seq LIMIT $2`,
      [position, batch],
    );
    const expired = rows.filter((row) => isExpired(toFinishedDelivery(row), policy, now));
    if (expired.length > 0) await transact((within) => removeDeliveries(within, expired));
    const last = rows.at(-1);
    const newest = now - Math.min(policy.deliveredMilliseconds, policy.failedMilliseconds);
    const more = rows.length === batch && last !== undefined && number(last, "created_at") < newest;
    position = more ? number(last, "seq") : 0;
    if (!more) {
      const oldestHour = hourOf(now - Math.max(policy.deliveredMilliseconds, policy.failedMilliseconds));
      await query("DELETE FROM webhooks.endpoint_hours WHERE hour < $1", [oldestHour]);
    }
    return more;
  }

  /** Removes a batch of what deleted endpoints left. False when there is nothing. */
  async function removeLeftovers(): Promise<boolean> {
    const rows = await query(
      `SELECT seq, event FROM webhooks.deliveries
       WHERE endpoint IN (SELECT seq FROM webhooks.endpoints WHERE id IS NULL) LIMIT $1`,
      [batch],
    );
    if (rows.length === 0) {
      await removeDeletedEndpoints(query, session.now() - afterDeletion);
      return false;
    }
    await transact((within) => removeDeliveries(within, rows));
    return true;
  }

  return async (policy) => (await removeLeftovers()) || removeFinished(policy);
}

async function removeDeletedEndpoints(query: Query, deletedBefore: number): Promise<void> {
  const sql = "DELETE FROM webhooks.endpoints WHERE id IS NULL AND updated_at < $1 RETURNING seq";
  const rows = await query(sql, [deletedBefore]);
  if (rows.length === 0) return;
  for (const table of ["endpoint_hours", "recoveries", "notices"]) {
    await query(`DELETE FROM webhooks.${table} WHERE endpoint = ANY ($1)`, [
      rows.map((row) => number(row, "seq")),
    ]);
  }
}

// A delivery that was sent again since it was looked at is left alone. Events are locked before it is asked whether anything
// still needs them: that question then sees what the transactions it waited for have added.
async function removeDeliveries(query: Query, rows: readonly Row[]): Promise<void> {
  const removed = await query(
    `WITH removed AS (
       DELETE FROM webhooks.deliveries
       WHERE seq = ANY ($1) AND (finished_at IS NOT NULL OR endpoint IN (SELECT seq FROM webhooks.endpoints WHERE id IS NULL))
       RETURNING seq, event
     ), attempts AS (
       DELETE FROM webhooks.attempts WHERE delivery IN (SELECT seq FROM removed)
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
