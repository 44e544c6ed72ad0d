import type { ExpungeInput } from "../model/delivery.ts";
import { number, type Row } from "../rows/columns.ts";
import type { PostgresSession, Query } from "./session.ts";

/** Events checked in one transaction. */
const batch = 200;

// An index orders each endpoint's finished deliveries by event, so no other rows are read and no extra index
// is needed.
const selectBodies = (state: "delivered" | "failed"): string => `
  SELECT d.event FROM webhooks.deliveries AS d JOIN webhooks.events AS v ON v.seq = d.event
  WHERE d.state = '${state}' AND (d.endpoint, d.event) > ($1::bigint, $2) AND (d.endpoint, d.event) < ($1::bigint + 1, 0)
    AND v.expunged_at IS NULL AND v.created_at < $3
  ORDER BY d.endpoint, d.event LIMIT $4`;

// A transaction that resends or adds a delivery holds the event's row, so its changes are visible once the
// row is locked.
const lockBodies =
  "SELECT 1 FROM webhooks.events WHERE seq = ANY ($1) AND expunged_at IS NULL ORDER BY seq FOR UPDATE";

const removeBodies = `
  UPDATE webhooks.events SET body = '', bytes = 0, expunged_at = $2
  WHERE seq = ANY ($1) AND expunged_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM webhooks.deliveries WHERE event = events.seq AND finished_at IS NULL)
  RETURNING seq`;

const removeResponses = `
  UPDATE webhooks.attempts SET result = (result::jsonb - 'responseExcerpt' - 'responseHeaders')::text
  WHERE delivery = ANY(ARRAY(SELECT seq FROM webhooks.deliveries WHERE event = ANY ($1)))`;

/**
 * Removes the bodies of a tenant's finished events and the responses to them. Returns the number of events.
 */
export async function expungeEvents(
  { query, transact, now }: PostgresSession,
  { tenant, before }: ExpungeInput,
): Promise<number> {
  const ofTenant = "SELECT seq FROM webhooks.endpoints WHERE tenant = $1 AND id IS NOT NULL";
  let expunged = 0;
  for (const endpoint of await query(ofTenant, [tenant])) {
    for (const state of ["delivered", "failed"] as const) {
      let position = 0;
      let rows: readonly Row[];
      do {
        rows = await query(selectBodies(state), [number(endpoint, "seq"), position, before, batch]);
        const events = rows.map((row) => number(row, "event"));
        position = events.at(-1) ?? position;
        if (events.length > 0) expunged += await transact((within) => expungeBatch(within, events, now()));
      } while (rows.length === batch);
    }
  }
  return expunged;
}

async function expungeBatch(query: Query, events: readonly number[], now: number): Promise<number> {
  await query(lockBodies, [events]);
  const removed = await query(removeBodies, [events, now]);
  await query(removeResponses, [removed.map((row) => number(row, "seq"))]);
  return removed.length;
}

/** Returns the deliveries whose events still have a body, and locks the events until the transaction ends. */
export async function keepBodies(query: Query, rows: readonly Row[]): Promise<readonly Row[]> {
  const lock =
    "SELECT seq FROM webhooks.events WHERE seq = ANY ($1) AND expunged_at IS NULL ORDER BY seq FOR SHARE";
  const kept = await query(lock, [rows.map((row) => number(row, "event"))]);
  const seqs = new Set(kept.map((row) => number(row, "seq")));
  return rows.filter((row) => seqs.has(number(row, "event")));
}
