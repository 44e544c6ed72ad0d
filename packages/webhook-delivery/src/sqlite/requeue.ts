import { number, optionalText, type Row } from "../rows/columns.ts";
import { isHeldUp } from "./lines.ts";
import type { SqliteSession } from "./session.ts";

/** Puts a delivery back into the queue, due now and with all its retries before it. Runs inside a transaction. */
export function requeue(session: SqliteSession, row: Row): void {
  const seq = number(row, "seq");
  const key = optionalText(row, "ordering_key");
  const held = key !== undefined && isHeldUp(session, { endpoint: number(row, "endpoint"), key }, seq);
  session
    .prepare(
      `UPDATE webhook_deliveries SET state = ?, ready = ?, due_at = ?, schedule_attempts = 0, failure_reason = NULL,
         finished_at = NULL WHERE seq = ?`,
    )
    .run(held ? "waiting" : "scheduled", held ? 0 : 1, session.clock(), seq);
}
