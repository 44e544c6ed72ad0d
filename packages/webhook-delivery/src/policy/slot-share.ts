// A worker's slots are its requests in flight. Slow endpoints keep a slot for long, so without a limit they
// would end up with all slots, whether they succeed or fail.

/** The response speed of an endpoint. */
export type Speed = "unknown" | "fast" | "slow";

/** The response times of an endpoint so far. Plain data. */
export interface Pace {
  /** A moving average of attempt durations (ms); `undefined` until the first attempt ends. */
  readonly latencyMilliseconds: number | undefined;
  /** The time since any in-flight attempt last ended (ms). */
  readonly stalledMilliseconds: number;
}

/** A worker's limits of requests in flight. */
export interface SlotLimits {
  readonly concurrency: number;
  readonly perEndpoint: number;
}

const slowMilliseconds = 1_000;
/** Slots of an endpoint that has not responded yet. */
const trialSlots = 4;
/** The approximate time the deliveries held for an endpoint should last (ms). */
const aheadMilliseconds = 500;
/** The weight of the newest value in a moving average. */
const newestWeight = 0.25;

/** Returns the moving average after one more value. */
export function movingAverage(average: number | undefined, newest: number): number {
  return average === undefined ? newest : average + newestWeight * (newest - average);
}

/**
 * Returns the speed of an endpoint. It is slow if it responds slowly, whatever the response, or not at all.
 */
export function speedOf({ latencyMilliseconds, stalledMilliseconds }: Pace): Speed {
  if (stalledMilliseconds >= slowMilliseconds) return "slow";
  if (latencyMilliseconds === undefined) return "unknown";
  return latencyMilliseconds >= slowMilliseconds ? "slow" : "fast";
}

/**
 * Returns the maximum requests in flight to an endpoint. All slow endpoints share half of the worker's slots,
 * so the other half stays available to fast ones.
 *
 * @param slowEndpoints the number of slow endpoints with deliveries at this worker, including this one
 */
export function endpointShare(speed: Speed, slowEndpoints: number, limits: SlotLimits): number {
  const { concurrency, perEndpoint } = limits;
  if (speed === "fast") return perEndpoint;
  if (speed === "unknown") return Math.min(perEndpoint, trialSlots);
  const share = Math.floor(maxSlowSlots(concurrency) / Math.max(1, slowEndpoints));
  return Math.min(perEndpoint, Math.max(1, share));
}

/**
 * Returns how many deliveries to hold per slot of an endpoint, to send while the next ones are claimed. Fast
 * endpoints get many, because each claim costs about the same.
 */
export function deliveriesPerSlot({ latencyMilliseconds, stalledMilliseconds }: Pace): number {
  const speed = speedOf({ latencyMilliseconds, stalledMilliseconds });
  if (speed === "slow") return 1;
  if (latencyMilliseconds === undefined) return 2;
  return Math.min(8, Math.max(2, Math.floor(aheadMilliseconds / latencyMilliseconds)));
}

/** Returns the maximum requests in flight to all slow endpoints together. */
export function maxSlowSlots(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 2));
}

/** Returns how many slots are reserved for groups with few requests in flight: the last eighth. */
export function slotReserve(concurrency: number): number {
  return Math.floor(concurrency / 8);
}

/**
 * Returns whether a group can take another slot. The reserve is for groups with few requests in flight, so
 * that they get a slot even if another group has taken all the others.
 *
 * @param inFlight requests of all groups
 * @param ofGroup requests of this group
 */
export function mayTakeSlot(inFlight: number, ofGroup: number, concurrency: number): boolean {
  const reserve = slotReserve(concurrency);
  if (inFlight < concurrency - reserve) return true;
  return inFlight < concurrency && ofGroup < Math.max(1, Math.floor(reserve / 4));
}

/**
 * Returns a worker's share of a limit across all workers. The shares add up to the limit.
 *
 * @param at the worker's position and the number of workers
 */
export function workerShare(whole: number, at: { readonly position: number; readonly of: number }): number {
  return Math.floor(whole / at.of) + (at.position < whole % at.of ? 1 : 0);
}

/** The load of a worker. */
export interface ClaimLoad {
  readonly concurrency: number;
  /** Deliveries claimed and not done. */
  readonly held: number;
  /** Deliveries whose outcomes are not written yet. */
  readonly unwritten: number;
  /** The mean length of claimed bodies; `undefined` before the first claim. */
  readonly bodyBytes: number | undefined;
}

/** Held deliveries per slot, so that no slot idles during a claim. */
const heldPerSlot = 6;
/** Held deliveries and unwritten outcomes per slot: one batch of outcomes is written while the next gathers. */
const unwrittenPerSlot = 14;
const maxBytes = 64 * 1024 * 1024;
/** The assumed body length before the first claim. */
const assumedBodyBytes = 1024 * 1024;

/**
 * Returns how many more deliveries a worker can claim: limited by its slots, its unwritten outcomes and about
 * 64 MiB of bodies.
 */
export function claimCapacity({ concurrency, held, unwritten, bodyBytes }: ClaimLoad): number {
  const inMemory = Math.max(1, Math.floor(maxBytes / Math.max(1, bodyBytes ?? assumedBodyBytes)));
  const maxHeld = Math.min(
    heldPerSlot * concurrency,
    unwrittenPerSlot * concurrency - unwritten,
    inMemory - unwritten,
  );
  return Math.max(0, maxHeld - held);
}

/** Returns the moving mean of body lengths after a claim. */
export function meanBodyBytes(mean: number | undefined, bodies: readonly string[]): number | undefined {
  if (bodies.length === 0) return mean;
  return movingAverage(mean, bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length);
}
