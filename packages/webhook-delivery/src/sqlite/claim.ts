import type { Claim, ClaimedDelivery, ClaimRequest } from "../delivery-queue.ts";
import {
  type Admission,
  admitEndpoint,
  type AdmissionLimits,
  type Candidate,
  healthAfterClaim,
} from "../queue/admit-endpoint.ts";
import { shareSlots } from "../queue/share-slots.ts";
import { summarizeClaim } from "../queue/summarize-claim.ts";
import { number, optionalNumber, optionalText, type Row, text } from "../rows/columns.ts";
import { toClaimedDelivery } from "../rows/delivery-row.ts";
import { endpointStatusFrom, isHeld, toEndpoint, toHealth, toRateLimit } from "../rows/endpoint-row.ts";
import { saveHealth } from "./endpoint-rows.ts";
import { advanceGroup } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";

/** Rows a claim makes ready, endpoints it looks at, and rows of a disabled endpoint it fails, at most: claims stay short. */
const claimStep = 500;

// SQLite prepares a statement anew whenever its limit is bound, unless the limit is an expression: hence `+ 0`.
const selectDue = `
  SELECT d.seq, d.attempts, d.schedule_attempts, d.fence, d.ordering_key, d.blocks, d.created_at, d.due_at,
    v.id AS event_id, v.type AS event_type, v.body, v.metadata
  FROM webhook_deliveries d JOIN webhook_events v ON v.seq = d.event
  WHERE d.ready = 1 AND d.endpoint = ? ORDER BY d.seq LIMIT ? + 0`;

// What `selectDue` has just read: within a transaction, nothing can come in between.
const takeDue = `
  UPDATE webhook_deliveries SET state = 'sending', ready = 0, lease = ?, fence = fence + 1
  WHERE ready = 1 AND endpoint = ? AND seq <= ?`;

interface Visit {
  readonly seq: number;
  readonly row: Row;
  readonly candidate: Candidate;
  readonly admission: Admission;
}

/** Claims due deliveries. Runs inside a transaction. */
export function claimDeliveries(session: SqliteSession, request: ClaimRequest): Claim {
  const now = session.now();
  const lease = Number(request.leaseId);
  if (session.prepare("SELECT 1 FROM webhook_leases WHERE seq = ?").get(lease) === undefined) {
    return { deliveries: [], endpoints: new Map(), more: "none" };
  }
  const allReady = makeDueReady(session, now);
  const limits = { circuitPolicy: request.circuitPolicy, now };
  const { visits, complete } = visitEndpoints(session, request, limits);
  const shares = shareSlots(
    visits.map(({ admission }) => admission.room),
    request.limit,
  );

  const turns = visits.map((visit, index) => {
    const share = shares[index] ?? 0;
    const taken = takeDeliveries(session, visit, share, lease);
    const health = healthAfterClaim(visit.candidate, taken.length, limits);
    if (health !== visit.candidate.health) saveHealth(session, visit.seq, health);
    return { ...visit, share, taken, claimed: taken.length };
  });

  const served = turns.filter(({ claimed }) => claimed > 0);
  const cursor = (served.at(-1) ?? turns.at(-1))?.seq;
  const nextDueAt = readNextDueAt(session);
  return {
    deliveries: served.flatMap(({ taken }) => taken),
    endpoints: new Map(served.map(({ row }) => [text(row, "id"), toEndpoint(row, session.secretBox)])),
    ...(cursor === undefined ? {} : { cursor: String(cursor) }),
    ...summarizeClaim({
      turns,
      complete: complete && allReady,
      ...(nextDueAt === undefined ? {} : { nextDueAt }),
    }),
  };
}

/** Marks deliveries that have come due as ready. False when there may be more of them. */
function makeDueReady(session: SqliteSession, now: number): boolean {
  const { prepare } = session;
  if ((readNextDueAt(session) ?? Infinity) > now) return true;
  const sql = `UPDATE webhook_deliveries SET ready = 1 WHERE seq IN (
    SELECT seq FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0 AND due_at <= ? ORDER BY due_at LIMIT ?)`;
  return prepare(sql).run(now, claimStep).changes !== claimStep;
}

function readNextDueAt({ first }: SqliteSession): number | undefined {
  const sql = "SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0";
  return optionalNumber(first(sql), "due_at");
}

function visitEndpoints(
  session: SqliteSession,
  request: ClaimRequest,
  limits: AdmissionLimits,
): { visits: Visit[]; complete: boolean } {
  const visits: Visit[] = [];
  let withRoom = 0;
  for (const seq of dueEndpoints(session, Number(request.cursor ?? 0))) {
    if (withRoom === request.limit || visits.length === claimStep) return { visits, complete: false };
    const row = session.first("SELECT * FROM webhook_endpoints WHERE seq = ?", seq);
    const candidate = toCandidate(session, row, request);
    if (candidate.status === "disabled" && !candidate.held) failDue(session, seq, limits.now);
    const admission = admitEndpoint(candidate, limits);
    if (admission.room > 0) withRoom += 1;
    visits.push({ seq, row, candidate, admission });
  }
  return { visits, complete: true };
}

/** The endpoints with ready deliveries, once round, from the one that comes after `cursor`. */
function* dueEndpoints({ prepare }: SqliteSession, cursor: number): Generator<number> {
  const next = prepare(
    "SELECT endpoint FROM webhook_deliveries WHERE ready = 1 AND endpoint > ? AND endpoint <= ? ORDER BY endpoint LIMIT 1",
  );
  for (const [from, to] of [
    [cursor, Infinity],
    [0, cursor],
  ] as const) {
    let row = next.get(from, to);
    while (row !== undefined) {
      const endpoint = number(row, "endpoint");
      yield endpoint;
      row = next.get(endpoint, to);
    }
  }
}

function toCandidate({ first }: SqliteSession, row: Row, { roomOf }: ClaimRequest): Candidate {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const sending =
    "SELECT count(*) AS sending FROM webhook_deliveries WHERE endpoint = ? AND state = 'sending'";
  return {
    status: endpointStatusFrom(text(row, "status")),
    held: isHeld(row),
    health: toHealth(row),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    sending: maxConcurrency === undefined ? 0 : number(first(sending, number(row, "seq")), "sending"),
    room: roomOf(optionalText(row, "id") ?? ""),
  };
}

function takeDeliveries(
  { prepare }: SqliteSession,
  { seq, row }: Visit,
  share: number,
  lease: number,
): ClaimedDelivery[] {
  if (share === 0) return [];
  const endpointId = text(row, "id");
  const due = prepare(selectDue).all(seq, share);
  const last = due.at(-1);
  if (last === undefined) return [];
  prepare(takeDue).run(lease, seq, number(last, "seq"));
  return due.map((delivery) => toClaimedDelivery(delivery, endpointId));
}

function failDue(session: SqliteSession, endpoint: number, now: number): void {
  const failed = session
    .prepare(
      `UPDATE webhook_deliveries SET state = 'failed', ready = 0, failure_reason = 'disabled', finished_at = ?
       WHERE seq IN (SELECT seq FROM webhook_deliveries WHERE ready = 1 AND endpoint = ? ORDER BY seq LIMIT ?)
       RETURNING ordering_key`,
    )
    .all(now, endpoint, claimStep);
  for (const row of failed) {
    const key = optionalText(row, "ordering_key");
    if (key !== undefined) advanceGroup(session, { endpoint, key });
  }
}
