import { number, text } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn } from "./turns.ts";

/** Endpoints checked in one call. */
const batch = 500;

// Steps from one endpoint with due deliveries to the next, in the index that claims read.
const selectDue = `
  WITH RECURSIVE due (endpoint) AS (
    SELECT (SELECT endpoint FROM webhook_deliveries INDEXED BY webhook_deliveries_ready
      WHERE ready = 1 AND endpoint >= :from ORDER BY endpoint LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint FROM webhook_deliveries INDEXED BY webhook_deliveries_ready
      WHERE ready = 1 AND endpoint > due.endpoint ORDER BY endpoint LIMIT 1)
    FROM due WHERE due.endpoint IS NOT NULL
    LIMIT ${batch}
  )
  SELECT due.endpoint, e.id, e.id IS NOT NULL AND e.poll_position IS NULL
    AND NOT EXISTS (SELECT 1 FROM webhook_turns WHERE endpoint = due.endpoint) AS unseen
  FROM due JOIN webhook_endpoints e ON e.seq = due.endpoint WHERE due.endpoint IS NOT NULL`;

/**
 * Creates the function that finds endpoints with due deliveries that claims miss. Each call continues after
 * the last one.
 */
export function createSqliteUnseen(session: SqliteSession): () => Promise<readonly string[]> {
  const { prepare, transact, listeners } = session;
  let next = 0;
  return async () => {
    const rows = prepare(selectDue).all({ from: next });
    next = rows.length === batch ? number(rows.at(-1) ?? {}, "endpoint") + 1 : 0;
    const unseen = rows.filter((row) => row["unseen"] === 1);
    if (unseen.length === 0) return [];
    await transact(() => {
      for (const row of unseen) addTurn(session, number(row, "endpoint"));
    });
    listeners.call();
    return unseen.map((row) => text(row, "id"));
  };
}
