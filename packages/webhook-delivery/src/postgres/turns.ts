import type { Query } from "./session.ts";

/** Not before anything else happens: the turns of a held endpoint. */
export const never: number = Number.MAX_SAFE_INTEGER;

/**
 * A statement that changes deliveries, and gives the endpoints of those that it made due their turns.
 *
 * @param change ends with `RETURNING` and names at least `endpoint`
 */
export function withTurns(change: string): string {
  return `
    WITH changed AS (${change}), ${turnsOf("changed")}
    SELECT * FROM changed`;
}

/**
 * The part of a statement that gives the endpoints of an earlier part their turns. Polling ones have none, so that no claim looks
 * at them. The endpoints are a part of their own, materialized: Citus 12.1 plans an insert straight from a changing part without a
 * task, and no turn is ever added.
 */
export function turnsOf(changed: string): string {
  return `target AS MATERIALIZED (
      SELECT seq, tenant FROM webhooks.endpoints
      WHERE seq = ANY(ARRAY(SELECT DISTINCT endpoint FROM ${changed})) AND poll_position IS NULL
    ), turns AS (
      INSERT INTO webhooks.turns (endpoint, tenant) SELECT seq, tenant FROM target
    )`;
}

/** Gives endpoints their turns: something of them is due. Polling ones have none, so that no claim looks at them. */
export async function addTurns(query: Query, endpoints: readonly number[]): Promise<void> {
  if (endpoints.length === 0) return;
  const sql =
    "INSERT INTO webhooks.turns (endpoint, tenant) SELECT seq, tenant FROM webhooks.endpoints WHERE seq = ANY ($1) AND poll_position IS NULL";
  await query(sql, [[...new Set(endpoints)]]);
}

// Whoever changes when an endpoint comes up again has locked its row, so that the last one decides.
const postpone = `
  UPDATE webhooks.turns SET not_before = given.not_before, noted_at = $3
  FROM unnest($1::bigint[], $2::bigint[]) AS given (endpoint, not_before)
  WHERE turns.seq = ANY(ARRAY(
      SELECT seq FROM webhooks.turns WHERE endpoint = ANY ($1) ORDER BY seq FOR UPDATE SKIP LOCKED
    )) AND turns.endpoint = given.endpoint AND turns.not_before <> given.not_before`;

/** Keeps endpoints out of claims until a time, in milliseconds since the epoch. Their rows must be locked. */
export async function postponeTurns(
  query: Query,
  turns: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  if (turns.size === 0) return;
  await query(postpone, [[...turns.keys()], [...turns.values()].map(Math.ceil), now]);
}

/** Lets claims look at endpoints again. Their rows must be locked. */
export async function callTurns(query: Query, endpoints: readonly number[]): Promise<void> {
  if (endpoints.length === 0) return;
  await query("UPDATE webhooks.turns SET not_before = 0 WHERE endpoint = ANY ($1) AND not_before > 0", [
    endpoints,
  ]);
}

/** Takes the turns of endpoints away of which nothing is due. */
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
