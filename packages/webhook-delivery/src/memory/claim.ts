import type { Claim, ClaimedDelivery, ClaimRequest } from "../delivery-queue.ts";
import { admitEndpoint, type Candidate, healthAfterClaim } from "../queue/admit-endpoint.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import { shareSlots } from "../queue/share-slots.ts";
import { summarizeClaim } from "../queue/summarize-claim.ts";
import { toRowId } from "../rows/row-id.ts";
import { advanceLine } from "./lines.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, EndpointRow, MemoryTables } from "./tables.ts";

/** The health of an endpoint. */
export function healthOf({ endpoint, bucket }: EndpointRow): EndpointHealth {
  const { circuit, failingSince } = endpoint;
  return { circuit, bucket, ...(failingSince === undefined ? {} : { failingSince }) };
}

/** Replaces the health of an endpoint. */
export function saveHealth(row: EndpointRow, { circuit, bucket, failingSince }: EndpointHealth): void {
  const { failingSince: _, ...endpoint } = row.endpoint;
  row.endpoint = { ...endpoint, circuit, ...(failingSince === undefined ? {} : { failingSince }) };
  row.bucket = bucket;
}

/** Claims due deliveries. */
export function claimDeliveries(tables: MemoryTables, request: ClaimRequest): Claim {
  if (!tables.leases.has(request.leaseId)) return { deliveries: [], endpoints: new Map(), more: "none" };
  const now = tables.clock();
  makeDueReady(tables, now);
  const limits = { perEndpoint: request.perEndpoint, circuitPolicy: request.circuitPolicy, now };
  const visits = dueEndpoints(tables, Number(request.cursor ?? 0)).map((row) => {
    if (row.endpoint.status === "disabled") failDue(tables, row);
    const candidate = toCandidate(tables, row, request.inFlight);
    return { row, candidate, admission: admitEndpoint(candidate, limits) };
  });
  const shares = shareSlots(
    visits.map(({ admission }) => admission.room),
    request.limit,
  );
  const turns = visits.map((visit, index) => {
    const share = shares[index] ?? 0;
    const taken = takeDeliveries(tables, visit.row, share, request.leaseId);
    saveHealth(visit.row, healthAfterClaim(visit.candidate, taken.length, limits));
    return { ...visit, share, taken, claimed: taken.length };
  });
  const served = turns.filter(({ claimed }) => claimed > 0);
  const cursor = (served.at(-1) ?? turns.at(-1))?.row.seq;
  const nextDueAt = [...tables.later].reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
  return {
    deliveries: served.flatMap(({ taken }) => taken),
    endpoints: new Map(served.map(({ row }) => [row.endpoint.id, row.endpoint])),
    ...(cursor === undefined ? {} : { cursor: String(cursor) }),
    ...summarizeClaim({ turns, complete: true, nextDueAt }),
  };
}

function makeDueReady(tables: MemoryTables, now: number): void {
  for (const row of tables.later) {
    if (row.dueAt <= now) moveDelivery(tables, row, { state: "scheduled", dueAt: row.dueAt });
  }
}

/** The endpoints with ready deliveries, once round, from the one that comes after `cursor`. */
function dueEndpoints({ endpoints }: MemoryTables, cursor: number): EndpointRow[] {
  const due = [...endpoints.values()].filter(({ ready }) => ready.size > 0);
  return [...due.filter(({ seq }) => seq > cursor), ...due.filter(({ seq }) => seq <= cursor)];
}

function toCandidate(
  { sending }: MemoryTables,
  row: EndpointRow,
  inFlight: ReadonlyMap<string, number>,
): Candidate {
  const { id, status, maxConcurrency, rateLimit } = row.endpoint;
  return {
    status,
    health: healthOf(row),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    sending: [...sending].filter(({ target }) => target === row).length,
    inFlight: inFlight.get(id) ?? 0,
  };
}

function takeDeliveries(
  tables: MemoryTables,
  target: EndpointRow,
  share: number,
  leaseId: string,
): ClaimedDelivery[] {
  return [...target.ready].slice(0, share).map((row) => {
    moveDelivery(tables, row, { state: "sending", leaseId });
    row.fence += 1;
    return toClaimedDelivery(row);
  });
}

function toClaimedDelivery(row: DeliveryRow): ClaimedDelivery {
  const { seq, event, target, attempts, scheduleAttempts, ordering, createdAt, dueAt, fence } = row;
  return {
    id: toRowId("delivery", seq),
    eventId: event.id,
    eventType: event.type,
    body: event.body,
    endpointId: target.endpoint.id,
    attempt: attempts.length + 1,
    scheduledAttempt: scheduleAttempts + 1,
    ...(ordering === undefined ? {} : { ordering }),
    createdAt,
    dueAt,
    fence,
  };
}

function failDue(tables: MemoryTables, target: EndpointRow): void {
  for (const row of target.ready) {
    moveDelivery(tables, row, { state: "failed", reason: "disabled" });
    advanceLine(tables, row);
  }
}
