import { number, optionalText, type Row } from "../rows/columns.ts";
import type { Query } from "./statement.ts";

/** The deliveries of one endpoint with one ordering key. */
export interface Line {
  readonly endpoint: number;
  readonly key: string;
}

/** The lines that rows with an `endpoint` and an `ordering_key` stand in, each once. */
export function linesOf(rows: readonly Row[]): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const key = optionalText(row, "ordering_key");
    if (key === undefined) continue;
    const endpoint = number(row, "endpoint");
    lines.set(`${endpoint} ${key}`, { endpoint, key });
  }
  return [...lines.values()];
}

// Whoever adds to a line or takes something out of it holds its lock until commit. Without it, a delivery could queue up
// behind a head that another transaction is just about to finish, and nobody would ever let it go.
const lock = `
  SELECT pg_advisory_xact_lock(line.hash)
  FROM (
    SELECT DISTINCT hashtextextended(key, endpoint) AS hash FROM unnest($1::bigint[], $2::text[]) AS given (endpoint, key)
    ORDER BY hash
  ) AS line`;

// The conditions are spelled like the index `deliveries_line`, so that the planner uses it.
const advance = `
  UPDATE webhooks.deliveries AS delivery SET state = 'scheduled', ready = delivery.due_at <= $3
  FROM unnest($1::bigint[], $2::text[]) AS line (endpoint, key)
  CROSS JOIN LATERAL (
    SELECT seq, state FROM webhooks.deliveries
    WHERE endpoint = line.endpoint AND ordering_key = line.key AND ordering_key IS NOT NULL
      AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1))
    ORDER BY seq LIMIT 1
  ) AS head
  WHERE delivery.seq = head.seq AND head.state = 'waiting'`;

function columns(lines: readonly Line[]): [endpoints: number[], keys: string[]] {
  return [lines.map(({ endpoint }) => endpoint), lines.map(({ key }) => key)];
}

/** Waits until no other transaction is changing these lines. Comes before every other lock of a transaction. */
export async function lockLines(query: Query, lines: readonly Line[]): Promise<void> {
  if (lines.length > 0) await query(lock, columns(lines));
}

/** Lets the first delivery of each line go, if nothing else is at its head. The lines must be locked. */
export async function advanceLines(query: Query, lines: readonly Line[], now: number): Promise<void> {
  if (lines.length > 0) await query(advance, [...columns(lines), now]);
}
