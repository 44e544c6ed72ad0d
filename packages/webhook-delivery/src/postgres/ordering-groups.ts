import { number, optionalText, type Row } from "../rows/columns.ts";
import { lockCount } from "./schema.ts";
import type { Query } from "./session.ts";
import { named } from "./statements.ts";
import { never, withTurns } from "./turns.ts";

/** The deliveries of one endpoint with one ordering key. */
export interface OrderingGroup {
  readonly endpoint: number;
  readonly key: string;
}

/** Returns the distinct ordering groups of rows with an `endpoint` and an `ordering_key`. */
export function orderingGroupsOf(rows: readonly Row[]): OrderingGroup[] {
  const groups = new Map<string, OrderingGroup>();
  for (const row of rows) {
    const key = optionalText(row, "ordering_key");
    if (key === undefined) continue;
    const endpoint = number(row, "endpoint");
    groups.set(`${endpoint} ${key}`, { endpoint, key });
  }
  return [...groups.values()];
}

// A transaction that adds to or removes from a group holds its lock until commit. Without it, a delivery
// could queue behind a head that another transaction is about to finish, and would never be scheduled. Each
// schema has its own locks: its name is part of the hash.
const lock = named(
  "lock_groups",
  `
  SELECT pg_advisory_xact_lock(given.hash)::text
  FROM (
    SELECT DISTINCT hashtextextended('webhooks.' || key, endpoint) AS hash
    FROM unnest($1::bigint[], $2::text[]) AS one (endpoint, key) ORDER BY hash
  ) AS given`,
  `
  SELECT id FROM webhooks.locks WHERE id = ANY(ARRAY(
    SELECT abs(hashtextextended(key, endpoint) % ${lockCount}) FROM unnest($1::bigint[], $2::text[]) AS one (endpoint, key)
  )) ORDER BY id FOR UPDATE`,
);

// The conditions match the index `deliveries_line`, and the order covers the whole index, so the planner has
// no alternative.
const advance = withTurns(`
  UPDATE webhooks.deliveries SET state = 'scheduled', ready = due_at <= $3
  WHERE seq = ANY(ARRAY(
    SELECT head.seq FROM unnest($1::bigint[], $2::text[]) AS given (endpoint, key)
    CROSS JOIN LATERAL (
      SELECT seq, state FROM webhooks.deliveries
      WHERE (endpoint, ordering_key, seq) > (given.endpoint, given.key, 0)
        AND (endpoint, ordering_key, seq) < (given.endpoint, given.key, ${never}) AND ordering_key IS NOT NULL
        AND (state IN ('scheduled', 'waiting', 'sending') OR (state = 'failed' AND blocks = 1))
      ORDER BY endpoint, ordering_key, seq LIMIT 1
    ) AS head
    WHERE head.state = 'waiting'
  ))
  RETURNING endpoint`);

function columns(groups: readonly OrderingGroup[]): [endpoints: number[], keys: string[]] {
  return [groups.map(({ endpoint }) => endpoint), groups.map(({ key }) => key)];
}

/** Waits until no other transaction is changing these groups. Must be the first lock of a transaction. */
export async function lockGroups(query: Query, groups: readonly OrderingGroup[]): Promise<void> {
  if (groups.length > 0) await query(lock, columns(groups));
}

/** Schedules the first delivery of each group if it is waiting. The groups must be locked. */
export async function advanceGroups(
  query: Query,
  groups: readonly OrderingGroup[],
  now: number,
): Promise<void> {
  if (groups.length > 0) await query(advance, [...columns(groups), now]);
}

// A delivery of a group starts as waiting; advancing the group schedules it if it is the head.
const putBack = withTurns(`
  UPDATE webhooks.deliveries SET state = CASE WHEN ordering_key IS NULL THEN 'scheduled' ELSE 'waiting' END,
    ready = ordering_key IS NULL, due_at = $2, scheduled_at = $2, schedule_attempts = 0,
    resent = least(resent + 1, 32767), failure_reason = NULL, finished_at = NULL
  WHERE seq = ANY ($1) AND state NOT IN ('sending', 'waiting')
  RETURNING endpoint`);

/** Reschedules deliveries now, with their full number of retries. Their groups must be locked. */
export async function requeue(query: Query, rows: readonly Row[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await query(putBack, [rows.map((row) => number(row, "seq")), now]);
  await advanceGroups(query, orderingGroupsOf(rows), now);
}
