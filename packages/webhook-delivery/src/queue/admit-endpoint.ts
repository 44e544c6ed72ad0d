import type { EndpointStatus, RateLimit } from "../model/endpoint.ts";
import { admitAttempt, type CircuitPolicy } from "../policy/circuit-breaker.ts";
import { takeToken, type TokenBucket } from "../policy/rate-limit.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import { maxClaimVisits } from "./summarize-claim.ts";

/** An endpoint that has due deliveries, and all that decides how many of them may be claimed. */
export interface Candidate {
  readonly status: EndpointStatus;
  /** Whether something holds it. */
  readonly held: boolean;
  readonly health: EndpointHealth;
  readonly maxConcurrency?: number;
  readonly rateLimit?: RateLimit;
  /** Requests all workers together have in flight. Only looked at when `maxConcurrency` is there. */
  readonly sending: number;
  /** Deliveries more that the claiming worker has room for. */
  readonly room: number;
}

/** The limits that hold for every endpoint. */
export interface AdmissionLimits {
  readonly circuitPolicy: CircuitPolicy;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Endpoints that a claim looks at beyond those it could take from: some are at a limit of the worker's. */
const spareVisits = 100;

/** How many endpoints a claim of so many deliveries looks at. */
export function visitLimit(limit: number): number {
  return Math.min(limit + spareVisits, maxClaimVisits);
}

/**
 * How many deliveries of an endpoint may be claimed. When that is none: `retryAt` says when to ask again, and `full` that it
 * is worth asking when a request has ended.
 */
export interface Admission {
  readonly room: number;
  readonly retryAt?: number;
  readonly full?: true;
}

const closed: Admission = { room: 0 };

/** Decides how many deliveries of an endpoint may be claimed now. */
export function admitEndpoint(candidate: Candidate, limits: AdmissionLimits): Admission {
  if (candidate.held || candidate.status !== "active") return closed;
  const { circuitPolicy, now } = limits;
  const free = Math.min(candidate.room, (candidate.maxConcurrency ?? Infinity) - candidate.sending);
  if (free <= 0) return { room: 0, full: true };

  const admission = admitAttempt(candidate.health.circuit, now, circuitPolicy);
  if (!admission.admitted) {
    const probing = admission.circuit.state === "half-open";
    return { room: 0, retryAt: admission.retryAt, ...(probing ? { full: true } : {}) };
  }
  const probing = admission.circuit.state !== "closed";

  const wanted = probing ? 1 : free;
  if (candidate.rateLimit === undefined) return { room: wanted };
  const tokens = takeTokens(candidate.health.bucket, candidate.rateLimit, now, wanted);
  return tokens.readyAt === undefined
    ? { room: tokens.taken }
    : { room: tokens.taken, retryAt: tokens.readyAt };
}

/** An endpoint's health after `count` of its deliveries were claimed: tokens are spent, a probe is noted. */
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
): { bucket: TokenBucket; taken: number; readyAt?: number } {
  let left = bucket;
  for (let taken = 0; taken < wanted; taken += 1) {
    const grant = takeToken(left, limit, now);
    if (!grant.granted) return { bucket: left, taken, readyAt: grant.readyAt };
    left = grant.bucket;
  }
  return { bucket: left, taken: wanted };
}
