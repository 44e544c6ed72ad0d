import type { Claim, ClaimedDelivery, ClaimRequest } from "../store/delivery-queue.ts";
import {
  type AdmissionLimits,
  admitTogether,
  healthAfterClaim,
  isAtBound,
  maxClaimVisits,
  notePositions,
  shareByGroup,
  summarizeClaim,
  type Turn,
} from "../queue/claim-rules.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import { number, text } from "../rows/columns.ts";
import { toEndpoint } from "../rows/endpoint-row.ts";
import { saveHealths } from "./endpoint-rows.ts";
import { advanceGroups, lockGroups, orderingGroupsOf } from "./ordering-groups.ts";
import type { PostgresSession, Query } from "./session.ts";
import { type Share, type Taken, takeDeliveries } from "./take-deliveries.ts";
import { never, postponeTurns, removeSpentTurns } from "./turns.ts";
import { toVisit, type Visit, visitEndpoints } from "./visit-endpoints.ts";

/** The delay before returning to an endpoint that another worker was claiming from (ms). */
const contendedPause = 25;

interface ServedTurn extends Turn {
  readonly visit: Visit;
  readonly taken: readonly ClaimedDelivery[];
  /** Whether more was due but too large for this claim. */
  readonly cutShort: boolean;
}

/** Creates the function that claims due deliveries. It remembers the last position within each group. */
export function createPostgresClaim(session: PostgresSession): (request: ClaimRequest) => Promise<Claim> {
  const positions = new Map<string, number>();
  return (request) => claimDeliveries(session, request, positions);
}

async function claimDeliveries(
  session: PostgresSession,
  request: ClaimRequest,
  positions: Map<string, number>,
): Promise<Claim> {
  const now = session.now();
  const limits = { circuitPolicy: request.circuitPolicy, now };
  const found = await visitEndpoints(session.query, request, { limits, positions });
  const { visits: looked, perGroup, ...round } = found;
  const visits = admitTogether(looked, request.boundOf);
  await failDueOfDisabled(session, visits, now);

  const slots = shareByGroup(
    visits.map(({ group, admission }) => ({ group, room: admission.room })),
    request.limit,
  );
  const shares = visits.map((visit, index) => ({ visit, share: slots[index] ?? 0 }));
  const isWalked = notePositions(
    positions,
    looked
      .map(({ group, seq, admission }, index) => ({
        group,
        seq,
        room: admission.room,
        share: slots[index] ?? 0,
      }))
      // An endpoint whose group is at its bound keeps its turn.
      .filter(({ group }) => !isAtBound(request, group)),
    (_group, visited) => visited < perGroup,
  );
  const turns = [
    ...(await takeFreely(session, request, shares)),
    ...(await takeGuarded(session, request, { shares, limits })),
    ...shares.filter((share) => !isFree(share) && !isGuarded(share)).map((idle) => toTurn(idle)),
  ];

  const served = turns.filter(({ claimed }) => claimed > 0);
  const cursor = (shares.findLast(({ share }) => share > 0) ?? shares.at(-1))?.visit.group;
  return {
    deliveries: served.flatMap(({ taken }) => taken),
    endpoints: new Map(
      served.map(({ visit }) => [text(visit.row, "id"), toEndpoint(visit.row, session.secretBox)]),
    ),
    cursor,
    ...summarizeClaim({
      ...round,
      complete: isWalked && round.complete && !turns.some(({ cutShort }) => cutShort),
      turns,
    }),
  };
}

const nothingTaken = { deliveries: [], cutShort: false };

function toTurn({ visit, share }: Share, taken: Taken = nothingTaken): ServedTurn {
  const { deliveries, cutShort } = taken;
  return {
    visit,
    admission: visit.admission,
    share,
    taken: deliveries,
    claimed: deliveries.length,
    cutShort,
  };
}

/** Returns whether the endpoint has a limit across workers, so that only one can claim from it at a time. */
function hasSharedLimit({ visit: { candidate } }: Share): boolean {
  return (
    candidate.maxConcurrency !== undefined ||
    candidate.rateLimit !== undefined ||
    candidate.health.circuit.state !== "closed"
  );
}

function isFree(share: Share): boolean {
  return share.share > 0 && !hasSharedLimit(share);
}

/**
 * Returns whether the endpoint must be locked. Includes endpoints that will be postponed, so that no other
 * worker decides differently at the same time.
 */
function isGuarded(share: Share): boolean {
  const { candidate, admission } = share.visit;
  const isPostponed = candidate.held || (admission.room === 0 && admission.retryAt !== undefined);
  return isPostponed || (share.share > 0 && hasSharedLimit(share));
}

/** Claims from endpoints without a limit. Skipping locked rows is enough. */
async function takeFreely(
  { query }: PostgresSession,
  { leaseId }: ClaimRequest,
  shares: readonly Share[],
): Promise<ServedTurn[]> {
  const free = shares.filter(isFree);
  const taken = await takeDeliveries(query, leaseId, free);
  return free.map((share) => toTurn(share, taken.get(share.visit.seq)));
}

/**
 * Claims from endpoints with limits across workers. Their rows stay locked until the claim and its health
 * commit.
 */
async function takeGuarded(
  { transact }: PostgresSession,
  request: ClaimRequest,
  { shares, limits }: { readonly shares: readonly Share[]; readonly limits: AdmissionLimits },
): Promise<ServedTurn[]> {
  const guarded = shares.filter(isGuarded);
  if (guarded.length === 0) return [];
  return transact(async (query) => {
    const locked = await lockEndpoints(
      query,
      guarded.map(({ visit }) => visit.seq),
      { request, limits },
    );
    const granted = guarded.map(({ visit, share }) => {
      const contended = { ...visit, admission: { room: 0, retryAt: limits.now + contendedPause } };
      const current = locked.get(visit.seq) ?? contended;
      return { visit: current, share: Math.min(share, current.admission.room) };
    });
    const taken = await takeDeliveries(
      query,
      request.leaseId,
      granted.filter(({ share }) => share > 0),
    );
    const turns = granted.map((share) => toTurn(share, taken.get(share.visit.seq)));
    const healths = new Map<number, EndpointHealth>();
    for (const { visit, claimed } of turns) {
      const health = healthAfterClaim(visit.candidate, claimed, limits);
      if (health !== visit.candidate.health) healths.set(visit.seq, health);
    }
    await saveHealths(query, healths);
    await postponeTurns(query, new Map([...locked.values()].flatMap(toPostponed)), limits.now);
    return turns;
  });
}

function toPostponed({
  seq,
  candidate,
  admission,
}: Visit): (readonly [endpoint: number, notBefore: number])[] {
  if (candidate.held) return [[seq, never]];
  return admission.room === 0 && admission.retryAt !== undefined ? [[seq, admission.retryAt]] : [];
}

const lock =
  "SELECT seq FROM webhooks.endpoints WHERE seq = ANY ($1) ORDER BY seq FOR NO KEY UPDATE SKIP LOCKED";

// A separate statement: its snapshot starts after the locks, so it includes earlier claims.
const look = `
  SELECT endpoints.*, CASE WHEN max_concurrency IS NULL THEN 0 ELSE (
      SELECT count(*) FROM webhooks.deliveries
      WHERE state = 'sending' AND (endpoint, lease) >= (endpoints.seq, 0) AND (endpoint, lease) < (endpoints.seq + 1, 0)
    ) END AS sending
  FROM webhooks.endpoints WHERE seq = ANY ($1)`;

/** Locks the endpoints that no other transaction has locked, and reads them again. */
async function lockEndpoints(
  query: Query,
  endpoints: readonly number[],
  { request, limits }: { readonly request: ClaimRequest; readonly limits: AdmissionLimits },
): Promise<Map<number, Visit>> {
  const locked = await query(lock, [endpoints]);
  const rows = await query(look, [locked.map((row) => number(row, "seq"))]);
  return new Map(rows.map((row) => [number(row, "seq"), toVisit(row, request, limits)]));
}

const selectDue = `
  SELECT delivery.seq, delivery.endpoint, delivery.ordering_key
  FROM unnest($1::bigint[]) AS disabled (endpoint) CROSS JOIN LATERAL (
    SELECT seq, endpoint, ordering_key FROM webhooks.deliveries
    WHERE ready AND (endpoint, seq) > (disabled.endpoint, 0) AND (endpoint, seq) < (disabled.endpoint + 1, 0)
    ORDER BY endpoint, seq LIMIT $2
  ) AS delivery
  LIMIT $2`;

const fail = `
  UPDATE webhooks.deliveries SET state = 'failed', ready = false, failure_reason = 'disabled', finished_at = $2
  WHERE seq = ANY ($1) AND ready`;

/** Fails a batch of due deliveries of disabled endpoints. They are kept and can be recovered. */
async function failDueOfDisabled(
  { transact }: PostgresSession,
  visits: readonly Visit[],
  now: number,
): Promise<void> {
  const disabled = visits
    .filter(({ candidate }) => candidate.status === "disabled" && !candidate.held)
    .map(({ seq }) => seq);
  if (disabled.length === 0) return;
  await transact(async (query) => {
    const rows = await query(selectDue, [disabled, maxClaimVisits]);
    const groups = orderingGroupsOf(rows);
    await lockGroups(query, groups);
    await query(fail, [rows.map((row) => number(row, "seq")), now]);
    await advanceGroups(query, groups, now);
    await removeSpentTurns(query, disabled);
  });
}
