import type { ClaimRequest } from "../store/delivery-queue.ts";
import {
  type Admission,
  type AdmissionLimits,
  admitEndpoint,
  type Candidate,
  maxClaimVisits,
  roomAt,
  visitLimit,
} from "../queue/claim-rules.ts";
import { number, optionalNumber, optionalText, type Row, text } from "../rows/columns.ts";
import { endpointStatusFrom, isHeld, toHealth, toRateLimit } from "../rows/endpoint-row.ts";
import type { Query } from "./session.ts";
import { named, type NamedStatement } from "./statements.ts";
import { never, turnsOf } from "./turns.ts";

/** An endpoint with a turn, as a claim read it. */
export interface Visit {
  readonly seq: number;
  readonly group: string;
  readonly row: Row;
  readonly candidate: Candidate;
  readonly admission: Admission;
}

/** The result of visiting endpoints. */
export interface Round {
  readonly visits: readonly Visit[];
  /** Maximum endpoints visited per fairness group. */
  readonly perGroup: number;
  /** Whether no other group has due deliveries. */
  readonly complete: boolean;
  /** When the next delivery becomes due or an endpoint becomes visible again (Unix time, ms). */
  readonly nextDueAt?: number | undefined;
}

// Marks deliveries that have come due as ready and makes postponed endpoints visible once their time has
// come. Each uses its own index through conditions that no other index serves, whatever the planner believes
// about the table.
export const callDue: NamedStatement = named(
  "call_due",
  `
  WITH due AS (
    UPDATE webhooks.deliveries SET ready = true WHERE seq = ANY(ARRAY(
      SELECT seq FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $1
      ORDER BY due_at, endpoint LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING endpoint
  ), ${turnsOf("due")}, called AS (
    UPDATE webhooks.turns SET not_before = 0 WHERE seq = ANY(ARRAY(
      SELECT seq FROM webhooks.turns WHERE not_before > 0 AND not_before <= $1
      ORDER BY not_before, seq LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  )
  SELECT (SELECT count(*) FROM due) AS made_ready, (SELECT count(*) FROM called) AS called`,
);

// Walks the index of turns from group to group, first those after the cursor, then those up to it, and
// within each group from endpoint to endpoint, starting at the last claim's position (`$3` and `$4`).
const visitTurns = named(
  "visit_turns",
  `
  WITH RECURSIVE after (fairness_group, ordinal) AS (
    (SELECT fairness_group, 1 FROM webhooks.turns WHERE not_before = 0 AND fairness_group > $1 ORDER BY fairness_group, endpoint, seq LIMIT 1)
    UNION ALL
    SELECT (SELECT fairness_group FROM webhooks.turns WHERE not_before = 0 AND fairness_group > after.fairness_group
        ORDER BY fairness_group, endpoint, seq LIMIT 1), ordinal + 1
    FROM after WHERE after.fairness_group IS NOT NULL AND ordinal <= $2
  ), upto (fairness_group, ordinal) AS (
    (SELECT fairness_group, 1 FROM webhooks.turns WHERE not_before = 0 AND fairness_group <= $1 ORDER BY fairness_group, endpoint, seq LIMIT 1)
    UNION ALL
    SELECT (SELECT fairness_group FROM webhooks.turns WHERE not_before = 0 AND fairness_group > upto.fairness_group AND fairness_group <= $1
        ORDER BY fairness_group, endpoint, seq LIMIT 1), ordinal + 1
    FROM upto WHERE upto.fairness_group IS NOT NULL AND ordinal <= $2
  ), fairness_groups AS MATERIALIZED (
    SELECT fairness_group, ordinal FROM (
      SELECT fairness_group, ordinal FROM after UNION ALL SELECT fairness_group, $2 + 1 + ordinal FROM upto
    ) AS round
    WHERE fairness_group IS NOT NULL ORDER BY ordinal LIMIT $2
  ), each AS (
    SELECT greatest(1, $2 / greatest(1, (SELECT count(*) FROM fairness_groups)))::integer AS most
  ), walked AS MATERIALIZED (
    SELECT fairness_groups.fairness_group, fairness_groups.ordinal, step.endpoint, step.step
    FROM fairness_groups
    LEFT JOIN unnest($3::text[], $4::bigint[]) AS known (fairness_group, position) ON known.fairness_group = fairness_groups.fairness_group
    CROSS JOIN LATERAL (
      WITH RECURSIVE ahead (endpoint, step) AS (
        (SELECT endpoint, 1 FROM webhooks.turns WHERE not_before = 0
            AND (fairness_group, endpoint) > (fairness_groups.fairness_group, coalesce(known.position, 0))
            AND (fairness_group, endpoint) <= (fairness_groups.fairness_group, ${never})
          ORDER BY fairness_group, endpoint, seq LIMIT 1)
        UNION ALL
        SELECT (SELECT endpoint FROM webhooks.turns WHERE not_before = 0
            AND (fairness_group, endpoint) > (fairness_groups.fairness_group, ahead.endpoint)
            AND (fairness_group, endpoint) <= (fairness_groups.fairness_group, ${never})
          ORDER BY fairness_group, endpoint, seq LIMIT 1), step + 1
        FROM ahead WHERE ahead.endpoint IS NOT NULL AND step < (SELECT most FROM each)
      ), behind (endpoint, step) AS (
        (SELECT endpoint, 1 FROM webhooks.turns WHERE not_before = 0
            AND (fairness_group, endpoint) > (fairness_groups.fairness_group, 0)
            AND (fairness_group, endpoint) <= (fairness_groups.fairness_group, coalesce(known.position, 0))
          ORDER BY fairness_group, endpoint, seq LIMIT 1)
        UNION ALL
        SELECT (SELECT endpoint FROM webhooks.turns WHERE not_before = 0
            AND (fairness_group, endpoint) > (fairness_groups.fairness_group, behind.endpoint)
            AND (fairness_group, endpoint) <= (fairness_groups.fairness_group, coalesce(known.position, 0))
          ORDER BY fairness_group, endpoint, seq LIMIT 1), step + 1
        FROM behind WHERE behind.endpoint IS NOT NULL AND step < (SELECT most FROM each)
      )
      SELECT endpoint, step FROM ahead WHERE endpoint IS NOT NULL
      UNION ALL SELECT endpoint, ${never} / 2 + step FROM behind WHERE endpoint IS NOT NULL
      ORDER BY step LIMIT (SELECT most FROM each)
    ) AS step
  ), round AS (
    SELECT (SELECT count(*) FROM fairness_groups) AS fairness_groups, (SELECT most FROM each) AS most,
      (SELECT due_at FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at > $5
        ORDER BY due_at, endpoint LIMIT 1) AS next_due_at,
      (SELECT not_before FROM webhooks.turns WHERE not_before > 0 AND not_before > $5
        ORDER BY not_before, seq LIMIT 1) AS next_turn_at,
      (SELECT 1 FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $5
        ORDER BY due_at, endpoint LIMIT 1) IS NOT NULL
      OR (SELECT 1 FROM webhooks.turns WHERE not_before > 0 AND not_before <= $5
        ORDER BY not_before, seq LIMIT 1) IS NOT NULL AS has_due
  )
  SELECT round.*, visited.*
  FROM round LEFT JOIN (
    SELECT walked.ordinal, walked.step, walked.endpoint AS turn_endpoint, walked.fairness_group AS turn_group, e.*,
      CASE WHEN e.max_concurrency IS NULL THEN 0 ELSE (
        SELECT count(*) FROM webhooks.deliveries
        WHERE state = 'sending' AND (endpoint, lease) >= (e.seq, 0) AND (endpoint, lease) < (e.seq + 1, 0)
      ) END AS sending
    FROM walked LEFT JOIN LATERAL (SELECT * FROM webhooks.endpoints WHERE seq = walked.endpoint LIMIT 1) AS e ON true
  ) AS visited ON true
  ORDER BY visited.ordinal, visited.step`,
);

/** Visits each endpoint with a turn at most once, starting after the request's cursor and wrapping around. */
export async function visitEndpoints(
  query: Query,
  request: ClaimRequest,
  {
    limits,
    positions,
  }: { readonly limits: AdmissionLimits; readonly positions: ReadonlyMap<string, number> },
): Promise<Round> {
  const most = visitLimit(request.limit);
  const look = (): Promise<readonly Row[]> =>
    query(visitTurns, [
      request.cursor ?? "",
      most,
      [...positions.keys()],
      [...positions.values()],
      limits.now,
    ]);
  let rows = await look();
  let allCalled = true;
  if (rows[0]?.["has_due"] === true) {
    const [called = {}] = await query(callDue, [limits.now, maxClaimVisits]);
    allCalled = number(called, "made_ready") < maxClaimVisits && number(called, "called") < maxClaimVisits;
    rows = await look();
  }
  const [first = {}] = rows;
  const nextTimes = [optionalNumber(first, "next_due_at"), optionalNumber(first, "next_turn_at")]
    .filter((time) => time !== undefined)
    .filter((time) => time !== never);
  const visited = rows.filter((row) => row["turn_endpoint"] !== null);
  return {
    visits: visited.filter((row) => row["seq"] !== null).map((row) => toVisit(row, request, limits)),
    perGroup: number(first, "most"),
    complete: number(first, "fairness_groups") < most && allCalled,
    nextDueAt: nextTimes.length === 0 ? undefined : Math.min(...nextTimes),
  };
}

/** Converts a row to a visit with its admission. */
export function toVisit(row: Row, request: ClaimRequest, limits: AdmissionLimits): Visit {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const candidate: Candidate = {
    status: endpointStatusFrom(text(row, "status")),
    held: isHeld(row),
    health: toHealth(row),
    maxConcurrency,
    rateLimit,
    sending: number(row, "sending"),
    room: roomAt(request, text(row, "fairness_group"), optionalText(row, "id") ?? ""),
  };
  return {
    seq: number(row, "seq"),
    group: text(row, "fairness_group"),
    row,
    candidate,
    admission: admitEndpoint(candidate, limits),
  };
}
