import type { Claim, ClaimedDelivery, ClaimRequest } from "../store/delivery-queue.ts";
import {
  type Admission,
  type AdmissionLimits,
  admitEndpoint,
  admitTogether,
  type Candidate,
  healthAfterClaim,
  isAtBound,
  maxClaimBytes,
  maxClaimVisits,
  notePositions,
  roomAt,
  shareByGroup,
  summarizeClaim,
  visitLimit,
} from "../queue/claim-rules.ts";
import { number, optionalNumber, optionalText, type Row, text } from "../rows/columns.ts";
import { toClaimedDelivery } from "../rows/delivery-row.ts";
import { endpointStatusFrom, isHeld, toEndpoint, toHealth, toRateLimit } from "../rows/endpoint-row.ts";
import { saveHealth } from "./endpoint-rows.ts";
import { advanceGroup } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";
import {
  addTurn,
  callTurns,
  endpointsInTurn,
  never,
  postponeTurn,
  readNextTurnAt,
  removeSpentTurn,
  groupsInTurn,
} from "./turns.ts";

// SQLite prepares a statement again whenever its limit is bound, unless the limit is an expression: hence `+
// 0`.
const selectDue = `
  SELECT d.seq, d.attempts, d.schedule_attempts, d.resent, d.fence, d.ordering_key, d.blocks, d.created_at, d.due_at,
    v.id AS event_id, v.type AS event_type, v.body, v.metadata, v.expires_at
  FROM webhook_deliveries d INDEXED BY webhook_deliveries_ready CROSS JOIN webhook_events v ON v.seq = d.event
  WHERE d.ready = 1 AND d.endpoint = ? ORDER BY d.seq LIMIT ? + 0`;

// Takes the rows that `selectDue` has just read. Both run in one transaction, so the rows can't change in
// between.
const takeDue = `
  UPDATE webhook_deliveries INDEXED BY webhook_deliveries_ready
  SET state = 'sending', ready = 0, lease = ?, fence = fence + 1
  WHERE ready = 1 AND endpoint = ? AND seq <= ?`;

const failDue = `
  UPDATE webhook_deliveries SET state = 'failed', ready = 0, failure_reason = 'disabled', finished_at = ?
  WHERE seq IN (SELECT seq FROM webhook_deliveries INDEXED BY webhook_deliveries_ready
    WHERE ready = 1 AND endpoint = ? ORDER BY seq LIMIT ? + 0)
  RETURNING ordering_key`;

interface Visit {
  readonly seq: number;
  readonly group: string;
  readonly row: Row;
  readonly candidate: Candidate;
  readonly admission: Admission;
}

/** The maximum of a claim, which blocks other work of the process. */
const maxClaimed = 128;

/** Creates the function that claims due deliveries. It remembers the last position within each group. */
export function createSqliteClaim(session: SqliteSession): (request: ClaimRequest) => Promise<Claim> {
  const positions = new Map<string, number>();
  return async (request) => {
    const limited = { ...request, limit: Math.min(request.limit, maxClaimed) };
    return (
      lookForNothing(session) ??
      (await session.transactLightly(() => claimDeliveries(session, limited, positions)))
    );
  };
}

const selectTimes = `
  SELECT EXISTS (SELECT 1 FROM webhook_turns INDEXED BY webhook_turns_open WHERE not_before = 0 AND fairness_group >= '') AS is_due,
    (SELECT min(due_at) FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0) AS due_at,
    (SELECT min(not_before) FROM webhook_turns WHERE not_before > 0 AND not_before < ${never}) AS turn_at`;

/** Returns an empty claim if nothing is due, with a single statement; `undefined` if something is. */
function lookForNothing({ first, now }: SqliteSession): Claim | undefined {
  const row = first(selectTimes);
  const times = [optionalNumber(row, "due_at"), optionalNumber(row, "turn_at")];
  const nextAt = Math.min(...times.map((time) => time ?? Infinity));
  if (number(row, "is_due") === 1 || nextAt <= now()) return undefined;
  return {
    deliveries: [],
    endpoints: new Map(),
    more: "none",
    nextAt: nextAt === Infinity ? undefined : nextAt,
  };
}

function claimDeliveries(
  session: SqliteSession,
  request: ClaimRequest,
  positions: Map<string, number>,
): Claim {
  const now = session.now();
  const lease = Number(request.leaseId);
  if (session.prepare("SELECT 1 FROM webhook_leases WHERE seq = ?").get(lease) === undefined) {
    return { deliveries: [], endpoints: new Map(), more: "none" };
  }
  const allReady = makeDueReady(session, now);
  const allCalled = callTurns(session, now, maxClaimVisits);
  const limits = { circuitPolicy: request.circuitPolicy, now };
  const found = visitEndpoints(session, request, { limits, positions });
  const { walked, allGroups } = found;
  const visits = admitTogether(found.visits, request.boundOf);
  const shares = shareByGroup(
    visits.map(({ group, admission }) => ({ group, room: admission.room })),
    request.limit,
  );
  const isWalked = notePositions(
    positions,
    found.visits
      .map(({ group, seq, admission: { room } }, index) => ({
        group,
        seq,
        room,
        share: shares[index] ?? 0,
      }))
      // An endpoint whose group is at its bound keeps its turn.
      .filter(({ group }) => !isAtBound(request, group)),
    (group) => walked.has(group),
  );

  let bytesLeft = maxClaimBytes;
  const turns = visits.map((visit, index) => {
    const share = shares[index] ?? 0;
    const taken = takeDeliveries(session, visit, { share, lease, maxBytes: bytesLeft });
    for (const { body } of taken) bytesLeft -= body.length;
    const health = healthAfterClaim(visit.candidate, taken.length, limits);
    if (health !== visit.candidate.health) saveHealth(session, visit.seq, health);
    if (taken.length < share) removeSpentTurn(session, visit.seq);
    return { ...visit, share, taken, claimed: taken.length };
  });

  const served = turns.filter(({ claimed }) => claimed > 0);
  const last = served.at(-1) ?? turns.at(-1);
  const nextTimes = [readNextDueAt(session), readNextTurnAt(session)].filter((time) => time !== undefined);
  return {
    deliveries: served.flatMap(({ taken }) => taken),
    endpoints: new Map(served.map(({ row }) => [text(row, "id"), toEndpoint(row, session.secretBox)])),
    cursor: last?.group,
    ...summarizeClaim({
      turns,
      complete: isWalked && allGroups && allReady && allCalled && bytesLeft > 0,
      nextDueAt: nextTimes.length === 0 ? undefined : Math.min(...nextTimes),
    }),
  };
}

/** Marks deliveries that have come due as ready. Returns false if there may be more. */
export function makeDueReady(session: SqliteSession, now: number): boolean {
  if ((readNextDueAt(session) ?? Infinity) > now) return true;
  const sql = `UPDATE webhook_deliveries SET ready = 1 WHERE seq IN (
    SELECT seq FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0 AND due_at <= ? ORDER BY due_at LIMIT ? + 0)
    RETURNING endpoint`;
  const rows = session.prepare(sql).all(now, maxClaimVisits);
  for (const endpoint of new Set(rows.map((row) => number(row, "endpoint")))) addTurn(session, endpoint);
  return rows.length < maxClaimVisits;
}

function readNextDueAt({ first }: SqliteSession): number | undefined {
  const sql = "SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0";
  return optionalNumber(first(sql), "due_at");
}

/**
 * Visits endpoints with a turn, one of each group in turn until enough have room: a limited number per group,
 * but all of them over several claims.
 */
function visitEndpoints(
  session: SqliteSession,
  request: ClaimRequest,
  { limits, positions }: { readonly limits: AdmissionLimits; readonly positions: Map<string, number> },
): { visits: Visit[]; walked: ReadonlySet<string>; allGroups: boolean } {
  const most = visitLimit(request.limit);
  const groups = groupsInTurn(session, request.cursor ?? "", most);
  const perGroup = Math.max(1, Math.floor(most / Math.max(1, groups.length)));
  const visits: Visit[] = [];
  const walked = new Set<string>();
  let withRoom = 0;
  let open = groups.map((group) => ({ group, endpoints: walk(group) }));
  function* walk(group: string): Generator<number> {
    const position = positions.get(group) ?? 0;
    const endpoints = endpointsInTurn(session, group, { position, limit: perGroup });
    yield* endpoints;
    if (endpoints.length < perGroup) walked.add(group);
  }
  while (open.length > 0) {
    const left: typeof open = [];
    for (const one of open) {
      if (withRoom >= request.limit) return { visits, walked, allGroups: false };
      const { group, endpoints } = one;
      const { value: seq, done } = endpoints.next();
      if (done === true) continue;
      left.push(one);
      const visited = visit(session, seq, { group, request, limits });
      if (visited === undefined) continue;
      visits.push(visited);
      if (visited.admission.room > 0) withRoom += 1;
    }
    open = left;
  }
  return { visits, walked, allGroups: groups.length < most };
}

/** Visits an endpoint. If it can't receive deliveries now, postpones it until that may have changed. */
function visit(
  session: SqliteSession,
  seq: number,
  of: { readonly group: string; readonly request: ClaimRequest; readonly limits: AdmissionLimits },
): Visit | undefined {
  const { group, request, limits } = of;
  const row = session.prepare("SELECT * FROM webhook_endpoints WHERE seq = ?").get(seq);
  if (row === undefined) {
    session.prepare("DELETE FROM webhook_turns WHERE endpoint = ?").run(seq);
    return undefined;
  }
  const candidate = toCandidate(session, row, request);
  const admission = admitEndpoint(candidate, limits);
  if (candidate.held) postponeTurn(session, seq, never);
  else if (candidate.status === "disabled") failDueDeliveries(session, seq, limits.now);
  else if (admission.room === 0 && admission.retryAt !== undefined)
    postponeTurn(session, seq, admission.retryAt);
  return { seq, group, row, candidate, admission };
}

function toCandidate({ first }: SqliteSession, row: Row, request: ClaimRequest): Candidate {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const sending =
    "SELECT count(*) AS sending FROM webhook_deliveries WHERE endpoint = ? AND state = 'sending'";
  return {
    status: endpointStatusFrom(text(row, "status")),
    held: isHeld(row),
    health: toHealth(row),
    maxConcurrency,
    rateLimit,
    sending: maxConcurrency === undefined ? 0 : number(first(sending, number(row, "seq")), "sending"),
    room: roomAt(request, text(row, "fairness_group"), optionalText(row, "id") ?? ""),
  };
}

function takeDeliveries(
  { prepare }: SqliteSession,
  { seq, row }: Visit,
  { share, lease, maxBytes }: { readonly share: number; readonly lease: number; readonly maxBytes: number },
): ClaimedDelivery[] {
  if (share === 0 || maxBytes <= 0) return [];
  const endpointId = text(row, "id");
  const taken: ClaimedDelivery[] = [];
  let bytes = 0;
  let last = 0;
  for (const due of prepare(selectDue).iterate(seq, share)) {
    const delivery = toClaimedDelivery(due, endpointId);
    taken.push(delivery);
    last = number(due, "seq");
    bytes += delivery.body.length;
    if (bytes >= maxBytes) break;
  }
  if (taken.length > 0) prepare(takeDue).run(lease, seq, last);
  return taken;
}

function failDueDeliveries(session: SqliteSession, endpoint: number, now: number): void {
  const failed = session.prepare(failDue).all(now, endpoint, maxClaimVisits);
  for (const row of failed) {
    const key = optionalText(row, "ordering_key");
    if (key !== undefined) advanceGroup(session, { endpoint, key });
  }
  removeSpentTurn(session, endpoint);
}
