import type { RetentionPolicy } from "../delivery-queue.ts";
import { hourOf } from "../queue/count-hour.ts";
import { isExpired } from "../queue/is-expired.ts";
import { number, type Row } from "../rows/columns.ts";
import { toFinishedDelivery } from "../rows/delivery-row.ts";
import type { SqliteSession } from "./session.ts";

/** Rows looked at in one transaction. */
const batch = 200;

/** Makes the function that removes one batch at a time. It remembers how far it got. */
export function createSqliteCleaner(session: SqliteSession): (policy: RetentionPolicy) => Promise<boolean> {
  let position = 0;

  function removeFinished(policy: RetentionPolicy): boolean {
    const { prepare } = session;
    const now = session.now();
    const rows = prepare(
      "SELECT seq, event, state, ordering_key, blocks, created_at, finished_at FROM webhook_deliveries WHERE seq > ? ORDER BY seq LIMIT ?",
    ).all(position, batch);
    removeDeliveries(
      session,
      rows.filter((row) => isExpired(toFinishedDelivery(row), policy, now)),
    );
    const last = rows.at(-1);
    const newest = now - Math.min(policy.deliveredMilliseconds, policy.failedMilliseconds);
    const more = rows.length === batch && last !== undefined && number(last, "created_at") < newest;
    position = more ? number(last, "seq") : 0;
    if (!more) {
      const oldestHour = hourOf(now - Math.max(policy.deliveredMilliseconds, policy.failedMilliseconds));
      prepare("DELETE FROM webhook_endpoint_hours WHERE hour < ?").run(oldestHour);
    }
    return more;
  }

  return (policy) => session.transactLightly(() => removeDeletedEndpoint(session) || removeFinished(policy));
}

/** Removes a batch of a deleted endpoint, in the end the endpoint itself. False when there is none. */
function removeDeletedEndpoint(session: SqliteSession): boolean {
  const { prepare } = session;
  const deleted = prepare("SELECT seq FROM webhook_endpoints WHERE id IS NULL LIMIT 1").get();
  if (deleted === undefined) return false;
  const endpoint = number(deleted, "seq");
  const rows = prepare(
    "SELECT seq, event FROM webhook_deliveries WHERE endpoint = ? ORDER BY seq LIMIT ?",
  ).all(endpoint, batch);
  removeDeliveries(session, rows);
  if (rows.length === batch) return true;
  for (const table of ["webhook_endpoint_hours", "webhook_recoveries", "webhook_notices"]) {
    prepare(`DELETE FROM ${table} WHERE endpoint = ?`).run(endpoint);
  }
  prepare("DELETE FROM webhook_endpoints WHERE seq = ?").run(endpoint);
  return true;
}

function removeDeliveries({ prepare }: SqliteSession, rows: readonly Row[]): void {
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
