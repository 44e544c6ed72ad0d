import type { EndpointHour } from "../model/endpoint.ts";
import type { PollStore } from "../store/delivery-store.ts";
import { countAcknowledged, countUnsent } from "../queue/attempt-effects.ts";
import { maxClaimVisits } from "../queue/claim-rules.ts";
import { latencyColumns } from "../queue/latency-counts.ts";
import { createPolls, maxPollBytes } from "../polling/polls.ts";
import { number, optionalText, type Row } from "../rows/columns.ts";
import { getEndpointRow } from "./endpoint-rows.ts";
import { type Notifier, watchWith } from "./notifier.ts";
import { advanceGroups, lockGroups, orderingGroupsOf } from "./ordering-groups.ts";
import type { PostgresSession, Query } from "./session.ts";
import { named } from "./statements.ts";
import { callDue } from "./visit-endpoints.ts";

// Ranges over whole indexes, as in a claim: plans stay stable whatever the size and statistics of the tables.
const ofEndpoint = "(endpoint, poll_position) < ($1::bigint + 1, 0)";
const handedOut = "state = 'sending' AND poll_position IS NOT NULL";

const lookForNew = named(
  "look_for_new",
  `
  SELECT (SELECT 1 FROM webhooks.deliveries
      WHERE ready AND (endpoint, seq) > ($1::bigint, 0) AND (endpoint, seq) < ($1::bigint + 1, 0)
      ORDER BY endpoint, seq LIMIT 1) IS NOT NULL AS has_ready,
    (SELECT 1 FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $2
      ORDER BY due_at, endpoint LIMIT 1) IS NOT NULL AS has_due,
    (SELECT count(*) FROM (
      SELECT 1 FROM webhooks.deliveries
      WHERE ${handedOut} AND (endpoint, poll_position) > ($1::bigint, $3::bigint) AND ${ofEndpoint}
      ORDER BY endpoint, poll_position LIMIT $4
    ) AS known) AS known`,
);

// One statement for all endpoints with waiting consumers.
const selectDue = named(
  "select_due_of_polling",
  `
  SELECT waiting.endpoint,
    (SELECT 1 FROM webhooks.deliveries
      WHERE ready AND (endpoint, seq) > (waiting.endpoint, 0) AND (endpoint, seq) < (waiting.endpoint + 1, 0)
      ORDER BY endpoint, seq LIMIT 1) IS NOT NULL
    OR (SELECT poll_position FROM webhooks.endpoints WHERE seq = waiting.endpoint LIMIT 1) > waiting.position AS is_due,
    (SELECT 1 FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $2
      ORDER BY due_at, endpoint LIMIT 1) IS NOT NULL AS has_due
  FROM unnest($1::bigint[], $3::bigint[]) AS waiting (endpoint, position)`,
);

const lockEndpoint = "SELECT poll_position FROM webhooks.endpoints WHERE seq = $1 FOR NO KEY UPDATE";

// The endpoint's row is locked, so concurrent polls wait for these positions. No lease has the number 0, so
// no worker releases them. Locked deliveries are left to the next poll.
const handOut = named(
  "hand_out",
  `
  WITH found AS MATERIALIZED (
    SELECT seq FROM webhooks.deliveries
    WHERE ready AND (endpoint, seq) > ($1::bigint, 0) AND (endpoint, seq) < ($1::bigint + 1, 0)
    ORDER BY endpoint, seq LIMIT $2 FOR UPDATE SKIP LOCKED
  ), placed AS MATERIALIZED (
    SELECT seq, row_number() OVER (ORDER BY seq) AS ordinal FROM found
  ), handed AS (
    UPDATE webhooks.deliveries AS d SET state = 'sending', ready = false, lease = 0, fence = d.fence + 1, scheduled_at = $4,
      poll_position = $3 + (SELECT ordinal FROM placed WHERE placed.seq = d.seq)
    WHERE d.seq = ANY(ARRAY(SELECT seq FROM found)) RETURNING 1
  )
  UPDATE webhooks.endpoints SET poll_position = $3 + (SELECT count(*) FROM handed) WHERE seq = $1`,
);

const selectHandedOut = named(
  "select_handed_out",
  `
  WITH page AS MATERIALIZED (
    SELECT * FROM webhooks.deliveries
    WHERE ${handedOut} AND (endpoint, poll_position) > ($1::bigint, $2::bigint) AND ${ofEndpoint}
    ORDER BY endpoint, poll_position LIMIT $3
  ), sized AS MATERIALIZED (
    SELECT page.*, sum(event.bytes) OVER (ORDER BY page.poll_position) AS bytes,
      row_number() OVER (ORDER BY page.poll_position) AS ordinal
    FROM page CROSS JOIN LATERAL (SELECT bytes FROM webhooks.events WHERE seq = page.event LIMIT 1) AS event
  )
  SELECT sized.seq, sized.poll_position, sized.created_at, sized.resent, event.*
  FROM sized CROSS JOIN LATERAL (
    SELECT id AS event_id, type AS event_type, body, metadata, expires_at FROM webhooks.events WHERE seq = sized.event LIMIT 1
  ) AS event
  WHERE sized.bytes <= $4 OR sized.ordinal = 1 ORDER BY sized.poll_position`,
);

const selectAt = `
  SELECT seq FROM webhooks.deliveries
  WHERE ${handedOut} AND (endpoint, poll_position) >= ($1::bigint, $2::bigint) AND (endpoint, poll_position) <= ($1::bigint, $2::bigint)
  ORDER BY endpoint, poll_position LIMIT 1`;

const selectUpTo = `
  SELECT seq, endpoint, ordering_key FROM webhooks.deliveries
  WHERE ${handedOut} AND (endpoint, poll_position) > ($1::bigint, 0) AND (endpoint, poll_position) <= ($1::bigint, $2::bigint)
  ORDER BY endpoint, poll_position LIMIT $3`;

const selectGiven = "SELECT seq, endpoint, ordering_key FROM webhooks.deliveries WHERE seq = ANY ($1)";

const finish = `
  UPDATE webhooks.deliveries SET state = $2, failure_reason = $3, ready = false, lease = NULL, finished_at = $4
  WHERE seq = ANY ($1) AND coalesce(finished_at IS NULL, false) RETURNING scheduled_at`;

const counted = ["delivered", "failed", "attempts", "attempt_milliseconds", ...latencyColumns];

const addHour = `
  INSERT INTO webhooks.endpoint_hours AS known (endpoint, hour, ${counted.join(", ")})
  VALUES ($1, $2, ${counted.map((_, index) => `$${index + 3}`).join(", ")})
  ON CONFLICT (endpoint, hour) DO UPDATE SET ${counted.map((column) => `${column} = known.${column} + excluded.${column}`).join(", ")}`;

/** Creates the polling operations of a PostgreSQL store. */
export function createPostgresPolls(session: PostgresSession, notifier: Notifier): PollStore {
  const { query, transact, now, secretBox, listeners } = session;

  /** Concurrent polls can return the deliveries behind these in their ordering groups. */
  async function wakeBehind(within: Query, rows: readonly Row[]): Promise<void> {
    if (rows.every((row) => optionalText(row, "ordering_key") === undefined)) return;
    await notifier.notifyOthers(within);
    listeners.call();
  }

  return createPolls({
    now,
    secretBox,
    watch: (listener) => watchWith(notifier, session, listener),
    async findDue(polls) {
      const rows = await query(selectDue, [
        polls.map(({ endpoint }) => endpoint),
        now(),
        polls.map(({ position }) => position),
      ]);
      if (rows[0]?.["has_due"] === true) await query(callDue, [now(), maxClaimVisits]);
      return rows.filter((row) => row["is_due"] === true).map((row) => number(row, "endpoint"));
    },
    findEndpoint: (id) => getEndpointRow(query, id),
    async findHandedOut(endpoint, position) {
      const [row] = await query(selectAt, [endpoint, position]);
      return row && number(row, "seq");
    },
    async handOut({ endpoint, after }, limit) {
      const look = async (): Promise<Row> =>
        (await query(lookForNew, [endpoint, now(), after, limit]))[0] ?? {};
      let found = await look();
      if (found["has_due"] === true) {
        await query(callDue, [now(), maxClaimVisits]);
        found = await look();
      }
      const free = limit - number(found, "known");
      if (found["has_ready"] !== true || free <= 0) return;
      await transact(async (within) => {
        const [locked] = await within(lockEndpoint, [endpoint]);
        if (locked === undefined) return;
        await within(handOut, [endpoint, free, number(locked, "poll_position"), now()]);
      });
    },
    read: ({ endpoint, after }, limit) => query(selectHandedOut, [endpoint, after, limit, maxPollBytes]),
    expire: (endpoint, deliveries) =>
      transact(async (within) => {
        const rows = await within(selectGiven, [deliveries]);
        await failExpired(within, endpoint, rows, now());
        await wakeBehind(within, rows);
      }),
    acknowledge: (endpoint, upTo, limit) =>
      transact(async (within) => {
        const rows = await within(selectUpTo, [endpoint, upTo, limit]);
        const finished = await finishAll(within, { rows, failureReason: null, now: now() });
        const handedOutAt = finished.map((row) => number(row, "scheduled_at"));
        if (finished.length > 0) await saveHour(within, endpoint, countAcknowledged(handedOutAt, now()));
        await wakeBehind(within, rows);
        return { found: rows.length, marked: finished.length };
      }),
  });
}

/** Fails deliveries of a polling endpoint that were not fetched in time. */
export async function failExpired(
  query: Query,
  endpoint: number,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const failed = await finishAll(query, { rows, failureReason: "expired", now });
  if (failed.length > 0) await saveHour(query, endpoint, countUnsent(failed.length, now));
}

async function finishAll(
  query: Query,
  {
    rows,
    failureReason,
    now,
  }: { readonly rows: readonly Row[]; readonly failureReason: "expired" | null; readonly now: number },
): Promise<readonly Row[]> {
  if (rows.length === 0) return [];
  const groups = orderingGroupsOf(rows);
  await lockGroups(query, groups);
  const state = failureReason === null ? "delivered" : "failed";
  const finished = await query(finish, [rows.map((row) => number(row, "seq")), state, failureReason, now]);
  await advanceGroups(query, groups, now);
  return finished;
}

async function saveHour(query: Query, endpoint: number, counts: EndpointHour): Promise<void> {
  const { hour, delivered, failed, attempts, attemptMilliseconds, latencies } = counts;
  await query(addHour, [endpoint, hour, delivered, failed, attempts, attemptMilliseconds, ...latencies]);
}
