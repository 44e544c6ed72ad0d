// A worker's slots are what its requests in flight take up. Who responds slowly keeps a slot for long, so without a rule the slow
// ones end up with all of them, whether they succeed or fail.

/** How fast an endpoint responds, as far as it is known. */
export type Speed = "unknown" | "fast" | "slow";

/** How an endpoint has responded so far. Plain data. */
export interface Pace {
  /** A moving average of what its attempts took, in milliseconds. Absent until the first one has ended. */
  readonly latencyMilliseconds: number | undefined;
  /** How long attempts have been in flight without one of them ending, in milliseconds. */
  readonly stalledMilliseconds: number;
}

/** How many requests a worker may have in flight. */
export interface SlotLimits {
  readonly concurrency: number;
  readonly perEndpoint: number;
}

const slowMilliseconds = 1_000;
/** What an endpoint may have in flight before it has shown how it responds. */
const trialSlots = 4;
/** How long the deliveries that a worker holds for an endpoint last, about. */
const aheadMilliseconds = 500;
/** The weight of the newest value in a moving average. */
const newestWeight = 0.25;

/** A moving average after one more value. */
export function movingAverage(average: number | undefined, newest: number): number {
  return average === undefined ? newest : average + newestWeight * (newest - average);
}

/** Slow is who responds slowly, whatever the response, and who does not respond. */
export function speedOf({ latencyMilliseconds, stalledMilliseconds }: Pace): Speed {
  if (stalledMilliseconds >= slowMilliseconds) return "slow";
  if (latencyMilliseconds === undefined) return "unknown";
  return latencyMilliseconds >= slowMilliseconds ? "slow" : "fast";
}

/**
 * How many requests may be in flight to an endpoint. All that are slow together share one half of the worker's slots, so that
 * the other half stays for those that respond at once.
 *
 * @param slowEndpoints the slow ones with deliveries at this worker, this one included
 */
export function endpointShare(speed: Speed, slowEndpoints: number, limits: SlotLimits): number {
  const { concurrency, perEndpoint } = limits;
  if (speed === "fast") return perEndpoint;
  if (speed === "unknown") return Math.min(perEndpoint, trialSlots);
  const share = Math.floor(maxSlowSlots(concurrency) / Math.max(1, slowEndpoints));
  return Math.min(perEndpoint, Math.max(1, share));
}

/**
 * How many deliveries a worker has use for at an endpoint, for each of its slots: what it sends while the next ones are claimed. Of
 * one that responds at once that is many, and each claim costs about the same.
 */
export function deliveriesPerSlot({ latencyMilliseconds, stalledMilliseconds }: Pace): number {
  const speed = speedOf({ latencyMilliseconds, stalledMilliseconds });
  if (speed === "slow") return 1;
  if (latencyMilliseconds === undefined) return 2;
  return Math.min(8, Math.max(2, Math.floor(aheadMilliseconds / latencyMilliseconds)));
}

/** What all slow endpoints together may have in flight. */
export function maxSlowSlots(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 2));
}

/**
 * Whether a tenant may take another slot. The last eighth of them is a reserve, which only tenants with few requests in flight may
 * use: who comes when one tenant has taken all the others still gets a turn at once.
 *
 * @param inFlight requests of all tenants
 * @param ofTenant requests of this one
 */
export function mayTakeSlot(inFlight: number, ofTenant: number, concurrency: number): boolean {
  const reserve = Math.floor(concurrency / 8);
  if (inFlight < concurrency - reserve) return true;
  return inFlight < concurrency && ofTenant < Math.max(1, Math.floor(reserve / 4));
}

/**
 * A worker's part of what all workers together may have in flight. The parts of all of them add up to the whole.
 *
 * @param at how many workers come before it, and how many there are
 */
export function workerShare(whole: number, at: { readonly place: number; readonly of: number }): number {
  return Math.floor(whole / at.of) + (at.place < whole % at.of ? 1 : 0);
}

/** What a worker holds. */
export interface ClaimLoad {
  readonly concurrency: number;
  /** Deliveries that are claimed and not done. */
  readonly held: number;
  /** Outcomes that wait to be written, with their deliveries. */
  readonly unwritten: number;
  /** The mean length of the bodies claimed so far; absent before the first claim. */
  readonly bodyBytes: number | undefined;
}

/** Deliveries held for each that may be in flight, so that no slot is idle while the next ones are claimed. */
const heldPerSlot = 6;
/** The same with outcomes that wait to be written. */
const unwrittenPerSlot = 8;
const maxBytes = 64 * 1024 * 1024;
/** What a body is taken for until one is known. */
const assumedBodyBytes = 1024 * 1024;

/** How many deliveries more a worker may claim: what it can send and record, with no more than about 64 MiB of bodies. */
export function claimCapacity({ concurrency, held, unwritten, bodyBytes }: ClaimLoad): number {
  const inMemory = Math.max(1, Math.floor(maxBytes / Math.max(1, bodyBytes ?? assumedBodyBytes)));
  const maxHeld = Math.min(
    heldPerSlot * concurrency,
    unwrittenPerSlot * concurrency - unwritten,
    inMemory - unwritten,
  );
  return Math.max(0, maxHeld - held);
}

/** The moving mean of body lengths after a claim of deliveries with these bodies. */
export function meanBodyBytes(mean: number | undefined, bodies: readonly string[]): number | undefined {
  if (bodies.length === 0) return mean;
  return movingAverage(mean, bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length);
}
