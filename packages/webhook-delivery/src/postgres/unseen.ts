import { number, text } from "../rows/columns.ts";
import type { PostgresSession } from "./session.ts";
import { addTurns } from "./turns.ts";

/** Endpoints checked in one call. */
const batch = 500;

// Steps from one endpoint with due deliveries to the next, in the index that claims read.
const selectDue = `
  WITH RECURSIVE due (endpoint, step) AS (
    (SELECT endpoint, 1 FROM webhooks.deliveries WHERE ready AND (endpoint, seq) > ($1::bigint, 0)
      ORDER BY endpoint, seq LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint FROM webhooks.deliveries WHERE ready AND (endpoint, seq) > (due.endpoint + 1, 0)
        ORDER BY endpoint, seq LIMIT 1), step + 1
    FROM due WHERE due.endpoint IS NOT NULL AND step < $2
  )
  SELECT due.endpoint, e.id, e.id IS NOT NULL AND e.poll_position IS NULL AND (
      SELECT 1 FROM webhooks.turns WHERE (endpoint, seq) > (due.endpoint, 0) AND (endpoint, seq) < (due.endpoint + 1, 0)
      ORDER BY endpoint, seq LIMIT 1
    ) IS NULL AS unseen
  FROM due LEFT JOIN LATERAL (SELECT id, poll_position FROM webhooks.endpoints WHERE seq = due.endpoint LIMIT 1) AS e ON true
  WHERE due.endpoint IS NOT NULL ORDER BY due.step`;

/**
 * Creates the function that finds endpoints with due deliveries that claims miss. Each call continues after
 * the last one.
 */
export function createPostgresUnseen({
  query,
  transact,
  listeners,
}: PostgresSession): () => Promise<readonly string[]> {
  let next = 0;
  return async () => {
    const rows = await query(selectDue, [next, batch]);
    next = rows.length === batch ? number(rows.at(-1) ?? {}, "endpoint") + 1 : 0;
    const unseen = rows.filter((row) => row["unseen"] === true);
    if (unseen.length === 0) return [];
    await transact((within) =>
      addTurns(
        within,
        unseen.map((row) => number(row, "endpoint")),
      ),
    );
    listeners.call();
    return unseen.map((row) => text(row, "id"));
  };
}
