import type { Query } from "./session.ts";

/** The turn time of a held endpoint: only another event changes it. */
export const never: number = Number.MAX_SAFE_INTEGER;

/**
 * Returns a statement that changes deliveries and adds turns for the endpoints of deliveries that became due.
 *
 * @param change ends with `RETURNING` and returns at least `endpoint`
 */
export function withTurns(change: string): string {
  return `
    WITH changed AS (${change}), ${turnsOf("changed")}
    SELECT * FROM changed`;
}

/**
 * Returns the CTEs that add turns for the endpoints of an earlier CTE. Polling endpoints get none, so claims
 * skip them. The endpoints are in their own materialized CTE: Citus 12.1 plans no task for an insert
 * that reads directly from a modifying CTE, and no turn would be added.
 */
export function turnsOf(changed: string): string {
  return `target AS MATERIALIZED (
      SELECT seq, fairness_group FROM webhooks.endpoints
      WHERE seq = ANY(ARRAY(SELECT DISTINCT endpoint FROM ${changed})) AND poll_position IS NULL
    ), turns AS (
      INSERT INTO webhooks.turns (endpoint, fairness_group) SELECT seq, fairness_group FROM target
    )`;
}

/** Adds turns for endpoints with due deliveries. Polling endpoints get none, so claims skip them. */
export async function addTurns(query: Query, endpoints: readonly number[]): Promise<void> {
  if (endpoints.length === 0) return;
  const sql =
    "INSERT INTO webhooks.turns (endpoint, fairness_group) SELECT seq, fairness_group FROM webhooks.endpoints WHERE seq = ANY ($1) AND poll_position IS NULL";
  await query(sql, [[...new Set(endpoints)]]);
}

// Callers have locked the endpoint's row, so the last change wins.
const postpone = `
  UPDATE webhooks.turns SET not_before = given.not_before, noted_at = $3
  FROM unnest($1::bigint[], $2::bigint[]) AS given (endpoint, not_before)
  WHERE turns.seq = ANY(ARRAY(
      SELECT seq FROM webhooks.turns WHERE endpoint = ANY ($1) ORDER BY seq FOR UPDATE SKIP LOCKED
    )) AND turns.endpoint = given.endpoint AND turns.not_before <> given.not_before`;

/** Hides endpoints from claims until a time (Unix time, ms). Their rows must be locked. */
export async function postponeTurns(
  query: Query,
  turns: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  if (turns.size === 0) return;
  await query(postpone, [[...turns.keys()], [...turns.values()].map(Math.ceil), now]);
}

/** Makes endpoints visible to claims again. Their rows must be locked. */
export async function callTurns(query: Query, endpoints: readonly number[]): Promise<void> {
  if (endpoints.length === 0) return;
  await query("UPDATE webhooks.turns SET not_before = 0 WHERE endpoint = ANY ($1) AND not_before > 0", [
    endpoints,
  ]);
}

/** Removes the turns of endpoints without due deliveries. */
export async function removeSpentTurns(query: Query, endpoints: readonly number[]): Promise<void> {
  if (endpoints.length === 0) return;
  await query(
    `DELETE FROM webhooks.turns WHERE seq = ANY(ARRAY(
       SELECT turn.seq FROM webhooks.turns AS turn
       WHERE turn.endpoint = ANY ($1) AND NOT EXISTS (
         SELECT 1 FROM webhooks.deliveries WHERE ready AND (endpoint, seq) > (turn.endpoint, 0)
           AND (endpoint, seq) < (turn.endpoint + 1, 0)
       )
       ORDER BY turn.seq FOR UPDATE OF turn SKIP LOCKED
     ))`,
    [endpoints],
  );
}
