import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import { maxClaimBytes } from "../queue/claim-rules.ts";
import { number, text } from "../rows/columns.ts";
import { toClaimedDelivery } from "../rows/delivery-row.ts";
import type { Query } from "./session.ts";
import { named } from "./statements.ts";
import type { Visit } from "./visit-endpoints.ts";

/** The number of deliveries to claim from an endpoint. */
export interface Share {
  readonly visit: Visit;
  readonly share: number;
}

/** The deliveries claimed from an endpoint. */
export interface Taken {
  readonly deliveries: ClaimedDelivery[];
  /** Whether more was due but too large for this claim. */
  readonly cutShort: boolean;
}

// If a database crash loses a claim, the deliveries are claimed again, so its commit doesn't wait for the
// disk. Locking the lease prevents a takeover in the middle; if its row is missing, it was taken over.
// Deliveries are found by a range of the whole index of due deliveries, and each event by its own lookup, so
// plans stay stable whatever the size and statistics of the tables. Endpoints without further due deliveries
// lose their turns; the others keep the newest one. The subqueries around the arrays hide their lengths:
// otherwise the planner plans the statement again for each claim of few deliveries, which takes longer than to run it.
const take = named(
  "take_deliveries",
  `
  WITH lease AS MATERIALIZED (
    SELECT seq, set_config('synchronous_commit', 'off', true) FROM webhooks.leases WHERE seq = $1 FOR KEY SHARE
  ), turn AS MATERIALIZED (
    SELECT turn.* FROM lease CROSS JOIN unnest((SELECT $2::bigint[]), (SELECT $3::integer[])) WITH ORDINALITY AS turn (endpoint, share, ordinal)
  ), due AS MATERIALIZED (
    SELECT turn.endpoint, turn.share, turn.ordinal, delivery.seq, delivery.event
    FROM turn CROSS JOIN LATERAL (
      SELECT seq, event FROM webhooks.deliveries
      WHERE ready AND (endpoint, seq) > (turn.endpoint, 0) AND (endpoint, seq) < (turn.endpoint + 1, 0)
      ORDER BY endpoint, seq LIMIT turn.share FOR UPDATE SKIP LOCKED
    ) AS delivery
  ), sized AS MATERIALIZED (
    SELECT due.*, sum(event.bytes) OVER (ORDER BY due.ordinal, due.seq) - event.bytes AS bytes_before
    FROM due CROSS JOIN LATERAL (SELECT bytes FROM webhooks.events WHERE seq = due.event LIMIT 1) AS event
  ), fitting AS MATERIALIZED (
    SELECT * FROM sized WHERE bytes_before < $4
  ), taken AS (
    UPDATE webhooks.deliveries AS d SET state = 'sending', ready = false, lease = $1, fence = d.fence + 1
    WHERE d.seq = ANY(ARRAY(SELECT seq FROM fitting))
    RETURNING d.*
  ), counted AS MATERIALIZED (
    SELECT turn.endpoint, turn.share, count(fitting.seq) AS taken
    FROM turn LEFT JOIN fitting ON fitting.endpoint = turn.endpoint GROUP BY turn.endpoint, turn.share
  ), passed AS MATERIALIZED (
    SELECT counted.endpoint, counted.taken < counted.share AND counted.taken = (
        SELECT count(*) FROM (
          SELECT 1 FROM webhooks.deliveries
          WHERE ready AND (endpoint, seq) > (counted.endpoint, 0) AND (endpoint, seq) < (counted.endpoint + 1, 0)
          ORDER BY endpoint, seq LIMIT counted.taken + 1
        ) AS ready
      ) AS spent
    FROM counted
  ), removed AS (
    DELETE FROM webhooks.turns WHERE seq = ANY(ARRAY(
      SELECT old.seq FROM passed CROSS JOIN LATERAL (
        SELECT seq FROM webhooks.turns
        WHERE (endpoint, seq) > (passed.endpoint, 0) AND (endpoint, seq) < (passed.endpoint + 1, 0)
        ORDER BY endpoint DESC, seq DESC OFFSET CASE WHEN passed.spent THEN 0 ELSE 1 END LIMIT 1000
        FOR UPDATE SKIP LOCKED
      ) AS old
    ))
  )
  SELECT taken.seq, taken.endpoint, taken.attempts, taken.schedule_attempts, taken.resent, taken.fence - 1 AS fence,
    taken.ordering_key, taken.blocks, taken.created_at, taken.due_at, event.*,
    EXISTS (SELECT 1 FROM sized WHERE bytes_before >= $4) AS cut_short
  FROM taken CROSS JOIN LATERAL (
    SELECT id AS event_id, type AS event_type, body, metadata, expires_at FROM webhooks.events WHERE seq = taken.event LIMIT 1
  ) AS event`,
);

/** Claims due deliveries under a lease. Returns them by endpoint row. */
export async function takeDeliveries(
  query: Query,
  leaseId: string,
  shares: readonly Share[],
): Promise<Map<number, Taken>> {
  if (shares.length === 0) return new Map();
  const ids = new Map(shares.map(({ visit }) => [visit.seq, text(visit.row, "id")]));
  const rows = await query(take, [
    leaseId,
    shares.map(({ visit }) => visit.seq),
    shares.map(({ share }) => share),
    maxClaimBytes,
  ]);
  const cutShort = rows[0]?.["cut_short"] === true;
  const taken = new Map(
    shares.map(({ visit }): [number, Taken] => [visit.seq, { deliveries: [], cutShort }]),
  );
  for (const row of rows.toSorted((a, b) => number(a, "seq") - number(b, "seq"))) {
    const endpoint = number(row, "endpoint");
    taken.get(endpoint)?.deliveries.push(toClaimedDelivery(row, ids.get(endpoint) ?? ""));
  }
  return taken;
}
