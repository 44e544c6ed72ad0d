import { number, type Row, text } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";

/** The deliveries of one endpoint with one ordering key. */
export interface Line {
  readonly endpoint: number;
  readonly key: string;
}

// Spelled like the index `webhook_deliveries_line`, so that the planner uses it.
const standing = `ordering_key IS NOT NULL
  AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1))`;

/** Whether a delivery that stands in the line before row `seq` holds it up. */
export function isHeldUp({ prepare }: SqliteSession, { endpoint, key }: Line, seq: number): boolean {
  const sql = `SELECT 1 FROM webhook_deliveries WHERE endpoint = ? AND ordering_key = ? AND seq < ? AND ${standing} LIMIT 1`;
  return prepare(sql).get(endpoint, key, seq) !== undefined;
}

/** Lets the first delivery of a line go, if nothing else is at its head. */
export function advanceLine({ prepare, clock }: SqliteSession, { endpoint, key }: Line): void {
  const sql = `SELECT seq, state FROM webhook_deliveries WHERE endpoint = ? AND ordering_key = ? AND ${standing}
    ORDER BY seq LIMIT 1`;
  const head: Row | undefined = prepare(sql).get(endpoint, key);
  if (head === undefined || text(head, "state") !== "waiting") return;
  prepare("UPDATE webhook_deliveries SET state = 'scheduled', ready = due_at <= ? WHERE seq = ?").run(
    clock(),
    number(head, "seq"),
  );
}
