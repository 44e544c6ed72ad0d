import type { EndpointStatus, RateLimit } from "../model/endpoint.ts";
import { admitAttempt, type CircuitPolicy } from "../policy/circuit-breaker.ts";
import { takeToken, type TokenBucket } from "../policy/rate-limit.ts";
import type { Claim, ClaimRequest } from "../store/delivery-queue.ts";
import type { EndpointHealth } from "./endpoint-health.ts";

/**
 * The maximum rows a claim makes ready, endpoints it visits, and deliveries of a disabled endpoint it fails.
 * Keeps claims short.
 */
export const maxClaimVisits = 500;

/** The maximum total size of the bodies in a claim. */
export const maxClaimBytes: number = 16 * 1_024 * 1_024;

/** An endpoint with due deliveries, and everything needed to decide how many can be claimed. */
export interface Candidate {
  readonly status: EndpointStatus;
  /** Whether the endpoint has a hold. */
  readonly held: boolean;
  readonly health: EndpointHealth;
  readonly maxConcurrency?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Requests in flight across all workers. Only used with `maxConcurrency`. */
  readonly sending: number;
  /** How many more deliveries the claiming worker has room for. */
  readonly room: number;
}

/** The limits that apply to every endpoint. */
export interface AdmissionLimits {
  readonly circuitPolicy: CircuitPolicy;
  /** Unix time (ms). */
  readonly now: number;
}

/** Extra endpoints to visit in a claim, because some are at a limit of the worker. */
const spareVisits = 100;

/** Returns how many endpoints a claim of `limit` deliveries visits. */
export function visitLimit(limit: number): number {
  return Math.min(limit + spareVisits, maxClaimVisits);
}

/**
 * How many deliveries of an endpoint can be claimed. If 0, `retryAt` is when to try again, and `full` means
 * to try again after a request ends.
 */
export interface Admission {
  readonly room: number;
  readonly retryAt?: number | undefined;
  readonly full?: boolean;
}

const closed: Admission = { room: 0 };

/** Decides how many deliveries of an endpoint can be claimed now. */
export function admitEndpoint(candidate: Candidate, limits: AdmissionLimits): Admission {
  if (candidate.held || candidate.status !== "active") return closed;
  const { circuitPolicy, now } = limits;
  const free = Math.min(candidate.room, (candidate.maxConcurrency ?? Infinity) - candidate.sending);
  if (free <= 0) return { room: 0, full: true };

  const admission = admitAttempt(candidate.health.circuit, now, circuitPolicy);
  if (!admission.admitted) {
    return { room: 0, retryAt: admission.retryAt, full: admission.circuit.state === "half-open" };
  }
  const probing = admission.circuit.state !== "closed";

  const wanted = probing ? 1 : free;
  if (candidate.rateLimit === undefined) return { room: wanted };
  const tokens = takeTokens(candidate.health.bucket, candidate.rateLimit, now, wanted);
  return { room: tokens.taken, retryAt: tokens.readyAt };
}

/**
 * Returns an endpoint's health after `count` deliveries were claimed: tokens are used and a probe is
 * recorded.
 */
export function healthAfterClaim(
  candidate: Candidate,
  count: number,
  limits: AdmissionLimits,
): EndpointHealth {
  const { health, rateLimit } = candidate;
  if (count === 0) return health;
  const { circuit } = admitAttempt(health.circuit, limits.now, limits.circuitPolicy);
  if (rateLimit === undefined) return circuit === health.circuit ? health : { ...health, circuit };
  return { ...health, circuit, bucket: takeTokens(health.bucket, rateLimit, limits.now, count).bucket };
}

function takeTokens(
  bucket: TokenBucket,
  limit: RateLimit,
  now: number,
  wanted: number,
): { bucket: TokenBucket; taken: number; readyAt?: number | undefined } {
  let left = bucket;
  for (let taken = 0; taken < wanted; taken += 1) {
    const grant = takeToken(left, limit, now);
    if (!grant.granted) return { bucket: left, taken, readyAt: grant.readyAt };
    left = grant.bucket;
  }
  return { bucket: left, taken: wanted };
}

/**
 * Divides slots in rounds: every item gets one before any gets a second, and unused slots go to the others.
 * Returns the number for each, in the order of `rooms`.
 */
export function shareSlots(rooms: readonly number[], slots: number): number[] {
  const takers = rooms.map((room) => ({ room, share: 0 }));
  let left = slots;
  let open = takers.filter(({ room }) => room > 0);
  while (left > 0 && open.length > 0) {
    const turn = Math.max(1, Math.floor(left / open.length));
    for (const taker of open) {
      const taken = Math.min(turn, taker.room - taker.share, left);
      taker.share += taken;
      left -= taken;
    }
    open = open.filter(({ room, share }) => room > share);
  }
  return takers.map(({ share }) => share);
}

/** An endpoint that requests slots, with its fairness group. */
export interface GroupRoom {
  readonly group: string;
  readonly room: number;
}

/**
 * Divides slots among groups first, then among each group's endpoints, so a group's share doesn't grow with
 * its number of endpoints.
 */
export function shareByGroup(endpoints: readonly GroupRoom[], slots: number): number[] {
  const indexed = endpoints.map((endpoint, index) => ({ ...endpoint, index }));
  const groups = [...Map.groupBy(indexed, ({ group }) => group).values()];
  const ofGroups = shareSlots(
    groups.map((own) => own.reduce((sum, { room }) => sum + room, 0)),
    slots,
  );
  const shares = endpoints.map(() => 0);
  for (const [ordinal, own] of groups.entries()) {
    const ofEndpoints = shareSlots(
      own.map(({ room }) => room),
      ofGroups[ordinal] ?? 0,
    );
    for (const [order, { index }] of own.entries()) shares[index] = ofEndpoints[order] ?? 0;
  }
  return shares;
}

/** Returns how many more deliveries a worker has room for at an endpoint. */
export function roomAt({ roomOf, boundOf }: ClaimRequest, group: string, endpointId: string): number {
  return Math.min(roomOf(endpointId), boundOf?.(group) ?? Infinity);
}

/**
 * Returns how many deliveries each endpoint can claim after the endpoints of groups with a bound have divided
 * their room, in the order of the endpoints. An endpoint that gets less than it could is marked to try again
 * after a request ends.
 */
export function admitTogether<Visit extends { readonly group: string; readonly admission: Admission }>(
  visits: readonly Visit[],
  boundOf: ClaimRequest["boundOf"],
): readonly Visit[] {
  if (boundOf === undefined) return visits;
  const admitted = [...visits];
  const indexed = visits.map((visit, index) => ({ visit, index }));
  for (const [group, own] of Map.groupBy(indexed, ({ visit }) => visit.group)) {
    const bound = boundOf(group);
    if (bound === undefined) continue;
    const shares = shareSlots(
      own.map(({ visit }) => visit.admission.room),
      bound,
    );
    for (const [order, { visit, index }] of own.entries()) {
      const room = shares[order] ?? 0;
      const { admission } = visit;
      if (room >= admission.room) continue;
      const retryAt = room === 0 ? undefined : admission.retryAt;
      admitted[index] = { ...visit, admission: { room, retryAt, full: true } };
    }
  }
  return admitted;
}

/** Returns whether a group is at its bound, so that none of its endpoints can claim. */
export function isAtBound({ boundOf }: Pick<ClaimRequest, "boundOf">, group: string): boolean {
  return boundOf?.(group) === 0;
}

/** An endpoint that a claim visited, and its result. */
export interface SharedVisit {
  readonly group: string;
  /** The endpoint's row. */
  readonly seq: number;
  readonly room: number;
  readonly share: number;
}

const maxGroups = 1_000;

/**
 * Notes where the next claim continues within each group, by endpoint row: after the last endpoint that got
 * deliveries if others got none, or after the last one visited if there are more. Losing a position costs a
 * group's endpoints only one turn.
 *
 * @param isWalked returns whether all endpoints of a group with a turn were visited
 * @returns whether every endpoint with a turn was visited
 */
export function notePositions(
  positions: Map<string, number>,
  visits: readonly SharedVisit[],
  isWalked: (group: string, visited: number) => boolean,
): boolean {
  if (positions.size > maxGroups) positions.clear();
  let complete = true;
  for (const [group, own] of Map.groupBy(visits, (visit) => visit.group)) {
    const lastServed = own.findLast(({ share }) => share > 0);
    const isComplete = isWalked(group, own.length);
    const isServed = own.every(({ room, share }) => room === 0 || share > 0);
    const position = isServed ? (isComplete ? undefined : own.at(-1)) : lastServed;
    complete &&= isComplete;
    if (position !== undefined) positions.set(group, position.seq);
    else if (isServed) positions.delete(group);
  }
  return complete;
}

/** The result of an endpoint's turn in a claim. */
export interface Turn {
  readonly admission: Admission;
  /** The maximum to claim. */
  readonly share: number;
  readonly claimed: number;
}

/** Other results of a claim. */
export interface ClaimRound {
  readonly turns: readonly Turn[];
  /** Whether every endpoint with due deliveries had its turn. */
  readonly complete: boolean;
  /** When the next delivery becomes due (Unix time, ms). */
  readonly nextDueAt?: number | undefined;
}

/** Returns when a worker should claim again. */
export function summarizeClaim({ turns, complete, nextDueAt }: ClaimRound): Pick<Claim, "more" | "nextAt"> {
  const cutShort = turns.some(({ admission, share, claimed }) => claimed === share && share < admission.room);
  const atLimit = turns.some(
    ({ admission, claimed }) => admission.full === true || (claimed > 0 && claimed === admission.room),
  );
  const times = [nextDueAt, ...turns.map(({ admission }) => admission.retryAt)];
  const nextAt = times.reduce<number>((first, time) => Math.min(first, time ?? Infinity), Infinity);
  return {
    more: cutShort || !complete ? "now" : atLimit ? "after-one-ends" : "none",
    nextAt: nextAt === Infinity ? undefined : nextAt,
  };
}
