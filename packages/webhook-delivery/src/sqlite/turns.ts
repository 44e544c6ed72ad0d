import { number, optionalNumber, text } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";
import type { SqliteStatement } from "./sqlite-connection.ts";

/** The turn time of a held endpoint: only another event changes it. */
export const never: number = Number.MAX_SAFE_INTEGER;

/**
 * Adds a turn for an endpoint with due deliveries, unless it has one. Polling endpoints get none, so claims
 * skip them.
 */
export function addTurn({ prepare }: SqliteSession, endpoint: number): void {
  prepare(
    `INSERT INTO webhook_turns (endpoint, fairness_group, not_before)
     SELECT seq, fairness_group, CASE holds WHEN '[]' THEN 0 ELSE ${never} END FROM webhook_endpoints
     WHERE seq = ? AND poll_position IS NULL
     ON CONFLICT DO NOTHING`,
  ).run(endpoint);
}

/** Hides an endpoint from claims until a time (Unix time, ms). */
export function postponeTurn({ prepare, now }: SqliteSession, endpoint: number, notBefore: number): void {
  prepare("UPDATE webhook_turns SET not_before = ?, noted_at = ? WHERE endpoint = ?").run(
    Math.ceil(notBefore),
    now(),
    endpoint,
  );
}

/** Removes an endpoint's turn if it has no due deliveries. */
export function removeSpentTurn({ prepare }: SqliteSession, endpoint: number): void {
  const due = prepare("SELECT 1 FROM webhook_deliveries WHERE ready = 1 AND endpoint = ? LIMIT 1").get(
    endpoint,
  );
  if (due === undefined) prepare("DELETE FROM webhook_turns WHERE endpoint = ?").run(endpoint);
}

/**
 * Makes postponed endpoints visible to claims once their time has come, at most `limit`. Returns false if
 * there may be more.
 */
export function callTurns(session: SqliteSession, now: number, limit: number): boolean {
  if ((readNextTurnAt(session) ?? Infinity) > now) return true;
  const sql = `UPDATE webhook_turns SET not_before = 0 WHERE endpoint IN (
    SELECT endpoint FROM webhook_turns WHERE not_before > 0 AND not_before <= ? ORDER BY not_before LIMIT ? + 0)`;
  return session.prepare(sql).run(now, limit).changes !== limit;
}

/** Returns when the first postponed endpoint becomes visible again (Unix time, ms). */
export function readNextTurnAt({ first }: SqliteSession): number | undefined {
  const sql = `SELECT min(not_before) AS next_at FROM webhook_turns WHERE not_before > 0 AND not_before < ${never}`;
  return optionalNumber(first(sql), "next_at");
}

/** Returns at most `limit` groups with a turn, starting after `cursor` and wrapping around. */
export function groupsInTurn({ prepare }: SqliteSession, cursor: string, limit: number): string[] {
  const groups: string[] = [];
  const step = (relation: ">" | ">="): SqliteStatement =>
    prepare(`SELECT fairness_group FROM webhook_turns INDEXED BY webhook_turns_open
      WHERE not_before = 0 AND fairness_group ${relation} ? ORDER BY fairness_group LIMIT 1`);
  const walk = (from: SqliteStatement, start: string, isIn: (group: string) => boolean): void => {
    let row = from.get(start);
    while (row !== undefined && groups.length < limit && isIn(text(row, "fairness_group"))) {
      groups.push(text(row, "fairness_group"));
      row = step(">").get(text(row, "fairness_group"));
    }
  };
  walk(step(">"), cursor, () => true);
  const known = new Set(groups);
  walk(step(">="), "", (group) => !known.has(group));
  return groups;
}

/**
 * Returns at most `limit` of a group's endpoints with a turn, starting after `position` and wrapping around.
 */
export function endpointsInTurn(
  { prepare }: SqliteSession,
  group: string,
  { position, limit }: { readonly position: number; readonly limit: number },
): number[] {
  const select = prepare(
    `SELECT endpoint FROM webhook_turns INDEXED BY webhook_turns_open
     WHERE not_before = 0 AND fairness_group = ? AND endpoint > ? AND endpoint <= ?
     ORDER BY endpoint LIMIT ? + 0`,
  );
  const ahead = select.all(group, position, never, limit);
  const left = position === 0 ? 0 : limit - ahead.length;
  const behind = left === 0 ? [] : select.all(group, 0, position, left);
  return [...ahead, ...behind].map((row) => number(row, "endpoint"));
}
