import type { ClaimedDelivery } from "../delivery-queue.ts";
import { number, text } from "../rows/columns.ts";
import { toClaimedDelivery } from "../rows/delivery-row.ts";
import { named, type Query } from "./session.ts";
import type { Visit } from "./visit-endpoints.ts";

/** How much of an endpoint to take. */
export interface Share {
  readonly visit: Visit;
  readonly share: number;
}

// Losing a claim in a crash of the database only means that it is claimed again, so its commit need not wait for the disk.
// Locking the lease keeps it from being taken over in the middle, and no row of it means that it was.
const take = named(
  "take_deliveries",
  `
  WITH lease AS MATERIALIZED (
    SELECT seq, set_config('synchronous_commit', 'off', true) FROM webhooks.leases WHERE seq = $1 FOR KEY SHARE
  ), due AS MATERIALIZED (
    SELECT delivery.seq
    FROM lease CROSS JOIN unnest($2::bigint[], $3::integer[]) AS turn (endpoint, share)
    CROSS JOIN LATERAL (
      SELECT seq FROM webhooks.deliveries WHERE ready AND endpoint = turn.endpoint
      ORDER BY seq LIMIT turn.share FOR UPDATE SKIP LOCKED
    ) AS delivery
  )
  UPDATE webhooks.deliveries AS d SET state = 'sending', ready = false, lease = $1, fence = d.fence + 1
  FROM due, webhooks.events AS v
  WHERE d.seq = due.seq AND v.seq = d.event
  RETURNING d.seq, d.endpoint, d.attempts, d.schedule_attempts, d.fence - 1 AS fence, d.ordering_key, d.blocks, d.created_at,
    d.due_at, v.id AS event_id, v.type AS event_type, v.body, v.metadata`,
);

/** Takes due deliveries under a lease. Returns them by endpoint row. */
export async function takeDeliveries(
  query: Query,
  leaseId: string,
  shares: readonly Share[],
): Promise<Map<number, ClaimedDelivery[]>> {
  const taken = new Map<number, ClaimedDelivery[]>(shares.map(({ visit }) => [visit.seq, []]));
  if (shares.length === 0) return taken;
  const ids = new Map(shares.map(({ visit }) => [visit.seq, text(visit.row, "id")]));
  const rows = await query(take, [
    leaseId,
    shares.map(({ visit }) => visit.seq),
    shares.map(({ share }) => share),
  ]);
  for (const row of rows.toSorted((a, b) => number(a, "seq") - number(b, "seq"))) {
    const endpoint = number(row, "endpoint");
    taken.get(endpoint)?.push(toClaimedDelivery(row, ids.get(endpoint) ?? ""));
  }
  return taken;
}
