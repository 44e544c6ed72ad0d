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
  const most = Math.min(
    heldPerSlot * concurrency,
    unwrittenPerSlot * concurrency - unwritten,
    inMemory - unwritten,
  );
  return Math.max(0, most - held);
}

/** The weight of the newest claim in the moving mean. */
const newestWeight = 0.25;

/** The moving mean of body lengths after a claim of deliveries with these bodies. */
export function meanBodyBytes(mean: number | undefined, bodies: readonly string[]): number | undefined {
  if (bodies.length === 0) return mean;
  const newest = bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length;
  return mean === undefined ? newest : mean + newestWeight * (newest - mean);
}
