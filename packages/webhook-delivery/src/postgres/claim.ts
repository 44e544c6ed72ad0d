import type { Claim, ClaimedDelivery, ClaimRequest } from "../delivery-queue.ts";
import { type AdmissionLimits, healthAfterClaim } from "../queue/admit-endpoint.ts";
import { shareSlots } from "../queue/share-slots.ts";
import { summarizeClaim, type Turn } from "../queue/summarize-claim.ts";
import { text } from "../rows/columns.ts";
import { toEndpoint } from "../rows/endpoint-row.ts";
import { failDueOfDisabled } from "./fail-due.ts";
import { saveHealth } from "./endpoint-rows.ts";
import { lockEndpoints } from "./lock-endpoints.ts";
import type { PostgresSession } from "./session.ts";
import { type Share, takeDeliveries } from "./take-deliveries.ts";
import { isGuarded, type Visit, visitEndpoints } from "./visit-endpoints.ts";

/** How soon to come back to an endpoint that another worker was just claiming from, in milliseconds. */
const contendedPause = 25;

interface ServedTurn extends Turn {
  readonly visit: Visit;
  readonly taken: readonly ClaimedDelivery[];
}

/** Claims due deliveries. */
export async function claimDeliveries(session: PostgresSession, request: ClaimRequest): Promise<Claim> {
  const now = session.now();
  const limits = { circuitPolicy: request.circuitPolicy, now };
  const { visits, ...round } = await visitEndpoints(session.query, request, limits);
  await failDueOfDisabled(session, visits, now);

  const slots = shareSlots(
    visits.map(({ admission }) => admission.room),
    request.limit,
  );
  const shares = visits.map((visit, index) => ({ visit, share: slots[index] ?? 0 }));
  const turns = [
    ...(await takeFreely(session, request, shares)),
    ...(await takeGuarded(session, request, shares, limits)),
    ...shares.filter(({ share }) => share === 0).map((idle) => toTurn(idle, [])),
  ];

  const served = turns.filter(({ claimed }) => claimed > 0);
  const cursor = (shares.findLast(({ share }) => share > 0) ?? shares.at(-1))?.visit.seq;
  return {
    deliveries: served.flatMap(({ taken }) => taken),
    endpoints: new Map(
      served.map(({ visit }) => [text(visit.row, "id"), toEndpoint(visit.row, session.secretBox)]),
    ),
    ...(cursor === undefined ? {} : { cursor: String(cursor) }),
    ...summarizeClaim({ ...round, turns }),
  };
}

function toTurn({ visit, share }: Share, taken: readonly ClaimedDelivery[]): ServedTurn {
  return { visit, admission: visit.admission, share, taken, claimed: taken.length };
}

/** Takes from endpoints that have no limit of their own: skipping locked rows is all the care it needs. */
async function takeFreely(
  { query }: PostgresSession,
  { leaseId }: ClaimRequest,
  shares: readonly Share[],
): Promise<ServedTurn[]> {
  const free = shares.filter(({ visit, share }) => share > 0 && !isGuarded(visit));
  const taken = await takeDeliveries(query, leaseId, free);
  return free.map((share) => toTurn(share, taken.get(share.visit.seq) ?? []));
}

/** Takes from endpoints whose limits hold over all workers. Their rows stay locked until the claim and its health commit. */
async function takeGuarded(
  { transact }: PostgresSession,
  request: ClaimRequest,
  shares: readonly Share[],
  limits: AdmissionLimits,
): Promise<ServedTurn[]> {
  const guarded = shares.filter(({ visit, share }) => share > 0 && isGuarded(visit));
  if (guarded.length === 0) return [];
  return transact(async (query) => {
    const seqs = guarded.map(({ visit }) => visit.seq);
    const locked = await lockEndpoints(query, seqs, request, limits);
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
    const turns = granted.map((share) => toTurn(share, taken.get(share.visit.seq) ?? []));
    for (const { visit, claimed } of turns) {
      const health = healthAfterClaim(visit.candidate, claimed, limits);
      if (health !== visit.candidate.health) await saveHealth(query, visit.seq, health);
    }
    return turns;
  });
}
