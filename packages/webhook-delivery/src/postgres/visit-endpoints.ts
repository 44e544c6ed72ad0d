import type { ClaimRequest } from "../delivery-queue.ts";
import {
  type Admission,
  admitEndpoint,
  type AdmissionLimits,
  type Candidate,
} from "../queue/admit-endpoint.ts";
import { number, optionalNumber, optionalText, type Row, text } from "../rows/columns.ts";
import { endpointStatusFrom, isHeld, toHealth, toRateLimit } from "../rows/endpoint-row.ts";
import { named, type Query } from "./session.ts";

/** Rows a claim makes ready, and endpoints it looks at, at most: claims stay short. */
export const claimStep = 500;

/** An endpoint with due deliveries, as it stood when a claim looked at it. */
export interface Visit {
  readonly seq: number;
  readonly row: Row;
  readonly candidate: Candidate;
  readonly admission: Admission;
}

/** What a claim finds when it looks around. */
export interface Round {
  readonly visits: readonly Visit[];
  /** Nothing more is due than what these endpoints have. */
  readonly complete: boolean;
  /** When the first delivery that is not due yet will be, in milliseconds since the epoch. */
  readonly nextDueAt?: number;
}

// First, deliveries that have come due are marked as ready, for whoever looks next. Then it walks from one endpoint
// to the next in the index of ready deliveries, without reading the deliveries in between. `turn` keeps the order of the
// round: first the endpoints after the cursor, then those up to it.
const visit = named(
  "visit_endpoints",
  `
  WITH RECURSIVE due AS (
    UPDATE webhooks.deliveries SET ready = true WHERE seq IN (
      SELECT seq FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $3
      ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  ), after (endpoint, visits) AS (
    (SELECT endpoint, 1 FROM webhooks.deliveries WHERE ready AND endpoint > $1 ORDER BY endpoint LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint FROM webhooks.deliveries WHERE ready AND endpoint > after.endpoint ORDER BY endpoint LIMIT 1),
      visits + 1
    FROM after WHERE after.endpoint IS NOT NULL AND visits < $2
  ), upto (endpoint, visits) AS (
    (SELECT endpoint, 1 FROM webhooks.deliveries WHERE ready AND endpoint <= $1 ORDER BY endpoint LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint FROM webhooks.deliveries
        WHERE ready AND endpoint > upto.endpoint AND endpoint <= $1 ORDER BY endpoint LIMIT 1),
      visits + 1
    FROM upto WHERE upto.endpoint IS NOT NULL AND visits < $2
  ), round (endpoint, turn) AS (
    SELECT endpoint, visits FROM after UNION ALL SELECT endpoint, $2 + visits FROM upto
  ), readiness AS (
    SELECT (SELECT count(*) FROM due) AS made_ready,
      (SELECT min(due_at) FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at > $3) AS next_due_at
  )
  SELECT readiness.*, visited.*,
    CASE WHEN visited.max_concurrency IS NULL THEN 0
      ELSE (SELECT count(*) FROM webhooks.deliveries WHERE endpoint = visited.seq AND state = 'sending') END AS sending
  FROM readiness LEFT JOIN (
    SELECT endpoints.*, round.turn FROM round JOIN webhooks.endpoints ON endpoints.seq = round.endpoint
    ORDER BY round.turn LIMIT $2
  ) AS visited ON true
  ORDER BY visited.turn`,
);

/** Looks at endpoints with due deliveries, at most once round, from the one that comes after the request's cursor. */
export async function visitEndpoints(
  query: Query,
  { cursor = "0", limit, roomOf }: ClaimRequest,
  limits: AdmissionLimits,
): Promise<Round> {
  const most = Math.min(limit, claimStep);
  const look = async (): Promise<{ rows: readonly Row[]; first: Row }> => {
    const rows = await query(visit, [Number(cursor), most, limits.now, claimStep]);
    return { rows, first: rows[0] ?? {} };
  };
  let { rows, first } = await look();
  if (number(first, "made_ready") > 0) ({ rows, first } = await look());
  const nextDueAt = optionalNumber(first, "next_due_at");
  const visits = rows.filter((row) => row["seq"] !== null).map((row) => toVisit(row, roomOf, limits));
  return {
    visits,
    complete: visits.length < most && number(first, "made_ready") === 0,
    ...(nextDueAt === undefined ? {} : { nextDueAt }),
  };
}

/** What a row says about how much of its endpoint may be claimed. */
export function toVisit(row: Row, roomOf: ClaimRequest["roomOf"], limits: AdmissionLimits): Visit {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const candidate: Candidate = {
    status: endpointStatusFrom(text(row, "status")),
    held: isHeld(row),
    health: toHealth(row),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    sending: number(row, "sending"),
    room: roomOf(optionalText(row, "id") ?? ""),
  };
  return { seq: number(row, "seq"), row, candidate, admission: admitEndpoint(candidate, limits) };
}

/** Whether all workers together have to keep to a limit of this endpoint, so that only one may claim from it at a time. */
export function isGuarded({ candidate }: Visit): boolean {
  return (
    candidate.maxConcurrency !== undefined ||
    candidate.rateLimit !== undefined ||
    candidate.health.circuit.state !== "closed"
  );
}
