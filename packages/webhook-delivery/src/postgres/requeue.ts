import { number, type Row } from "../rows/columns.ts";
import { advanceLines, linesOf } from "./lines.ts";
import type { Query } from "./statement.ts";

// A delivery of a line goes behind it first: advancing the line then lets it go, if it is the head.
const putBack = `
  UPDATE webhooks.deliveries SET state = CASE WHEN ordering_key IS NULL THEN 'scheduled' ELSE 'waiting' END,
    ready = ordering_key IS NULL, due_at = $2, schedule_attempts = 0, failure_reason = NULL, finished_at = NULL
  WHERE seq = ANY ($1) AND state NOT IN ('sending', 'waiting')`;

/** Puts deliveries back into the queue, due now and with all their retries before them. Their lines must be locked. */
export async function requeue(query: Query, rows: readonly Row[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await query(putBack, [rows.map((row) => number(row, "seq")), now]);
  await advanceLines(query, linesOf(rows), now);
}
