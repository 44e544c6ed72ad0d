import type { ExpungeInput } from "../model/delivery.ts";
import { number, type Row } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";

/** Events checked in one transaction. */
const batch = 200;

// An index orders each endpoint's finished deliveries by event, so no other rows are read and no extra index
// is needed.
const selectBodies = (state: "delivered" | "failed"): string => `
  SELECT d.event FROM webhook_deliveries d INDEXED BY webhook_deliveries_${state}
  CROSS JOIN webhook_events v ON v.seq = d.event
  WHERE d.state = '${state}' AND d.endpoint = ? AND d.event > ? AND v.expunged_at IS NULL AND v.created_at < ?
  ORDER BY d.event LIMIT ? + 0`;

const removeBody = `
  UPDATE webhook_events SET body = '', expunged_at = ?
  WHERE seq = ? AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = webhook_events.seq AND finished_at IS NULL)`;

const removeResponses = `
  UPDATE webhook_attempts SET result = json_remove(result, '$.responseExcerpt', '$.responseHeaders')
  WHERE delivery IN (SELECT seq FROM webhook_deliveries WHERE event = ?)`;

/**
 * Removes the bodies of a tenant's finished events and the responses to them. Returns the number of events.
 */
export async function expungeEvents(
  session: SqliteSession,
  { tenant, before }: ExpungeInput,
): Promise<number> {
  const { prepare, transact } = session;
  const endpoints = prepare("SELECT seq FROM webhook_endpoints WHERE tenant = ? AND id IS NOT NULL").all(
    tenant,
  );
  let expunged = 0;
  for (const endpoint of endpoints) {
    for (const state of ["delivered", "failed"] as const) {
      let position = 0;
      let rows: readonly Row[];
      do {
        const from = position;
        rows = await transact(() => {
          const found = prepare(selectBodies(state)).all(number(endpoint, "seq"), from, before, batch);
          for (const row of found) if (expungeEvent(session, number(row, "event"))) expunged += 1;
          return found;
        });
        position = number(rows.at(-1) ?? { event: position }, "event");
      } while (rows.length === batch);
    }
  }
  return expunged;
}

function expungeEvent({ prepare, now }: SqliteSession, seq: number): boolean {
  const isRemoved = prepare(removeBody).run(now(), seq).changes === 1;
  if (isRemoved) prepare(removeResponses).run(seq);
  return isRemoved;
}
