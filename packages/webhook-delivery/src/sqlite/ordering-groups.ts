import { number, optionalText, type Row, text } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn } from "./turns.ts";

/** The deliveries of one endpoint with one ordering key. */
export interface OrderingGroup {
  readonly endpoint: number;
  readonly key: string;
}

// Matches the index `webhook_deliveries_line`, so that the planner uses it.
const blocking = `ordering_key IS NOT NULL
  AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1))`;

/** Returns whether an earlier delivery of the group blocks row `seq`. */
export function isBlocked(
  { prepare }: SqliteSession,
  { endpoint, key }: OrderingGroup,
  seq: number,
): boolean {
  const sql = `SELECT 1 FROM webhook_deliveries WHERE endpoint = ? AND ordering_key = ? AND seq < ? AND ${blocking} LIMIT 1`;
  return prepare(sql).get(endpoint, key, seq) !== undefined;
}

/** Schedules the first delivery of a group if it is waiting. */
export function advanceGroup(session: SqliteSession, { endpoint, key }: OrderingGroup): void {
  const { prepare, now } = session;
  const sql = `SELECT seq, state FROM webhook_deliveries WHERE endpoint = ? AND ordering_key = ? AND ${blocking}
    ORDER BY seq LIMIT 1`;
  const head: Row | undefined = prepare(sql).get(endpoint, key);
  if (head === undefined || text(head, "state") !== "waiting") return;
  prepare("UPDATE webhook_deliveries SET state = 'scheduled', ready = due_at <= ? WHERE seq = ?").run(
    now(),
    number(head, "seq"),
  );
  addTurn(session, endpoint);
}

/** Reschedules a delivery now, with its full number of retries. Runs inside a transaction. */
export function requeue(session: SqliteSession, row: Row): void {
  const now = session.now();
  const seq = number(row, "seq");
  const key = optionalText(row, "ordering_key");
  const blocked = key !== undefined && isBlocked(session, { endpoint: number(row, "endpoint"), key }, seq);
  session
    .prepare(
      `UPDATE webhook_deliveries SET state = ?, ready = ?, due_at = ?, scheduled_at = ?, schedule_attempts = 0, resent = resent + 1,
         failure_reason = NULL, finished_at = NULL WHERE seq = ?`,
    )
    .run(blocked ? "waiting" : "scheduled", blocked ? 0 : 1, now, now, seq);
  addTurn(session, number(row, "endpoint"));
}
