import type { ClaimRequest } from "../delivery-queue.ts";
import {
  type Admission,
  admitEndpoint,
  type AdmissionLimits,
  type Candidate,
} from "../queue/admit-endpoint.ts";
import { number, optionalNumber, optionalText, type Row, text } from "../rows/columns.ts";
import { toHealth, toRateLimit } from "../rows/endpoint-row.ts";
import { endpointStatusFrom } from "../rows/stored-words.ts";
import type { Query } from "./session.ts";

/** Endpoints a claim looks at, at most: claims stay short. */
export const claimStep = 500;

/** An endpoint with due deliveries, as it stood when a claim looked at it. */
export interface Visit {
  readonly seq: number;
  readonly row: Row;
  readonly candidate: Candidate;
  readonly admission: Admission;
}

// Walks from one endpoint to the next in the index of due deliveries, without reading the deliveries in between. `turn` keeps
// the order of the round: first those after the cursor, then those up to it.
const selectDue = `
  WITH RECURSIVE after (endpoint, visits) AS (
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
  )
  SELECT endpoints.*,
    CASE WHEN max_concurrency IS NULL THEN 0
      ELSE (SELECT count(*) FROM webhooks.deliveries WHERE endpoint = endpoints.seq AND state = 'sending') END AS sending
  FROM round JOIN webhooks.endpoints ON endpoints.seq = round.endpoint
  ORDER BY round.turn LIMIT $2`;

/** Looks at the endpoints with due deliveries, once round, from the one that comes after the request's cursor. */
export async function visitEndpoints(
  query: Query,
  request: ClaimRequest,
  limits: AdmissionLimits,
): Promise<{ visits: Visit[]; complete: boolean }> {
  const rows = await query(selectDue, [Number(request.cursor ?? 0), claimStep]);
  const visits: Visit[] = [];
  let withRoom = 0;
  for (const row of rows) {
    if (withRoom === request.limit) return { visits, complete: false };
    const visit = toVisit(row, request.underWay, limits);
    if (visit.admission.room > 0) withRoom += 1;
    visits.push(visit);
  }
  return { visits, complete: rows.length < claimStep };
}

/** What a row says about how much of its endpoint may be claimed. */
export function toVisit(row: Row, underWay: ReadonlyMap<string, number>, limits: AdmissionLimits): Visit {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const candidate: Candidate = {
    status: endpointStatusFrom(text(row, "status")),
    health: toHealth(row),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    sending: number(row, "sending"),
    underWay: underWay.get(optionalText(row, "id") ?? "") ?? 0,
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
