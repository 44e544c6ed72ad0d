/** The clocks of a process. */
export interface Clocks {
  /** The time of day (Unix time, ms). It can be set and jump. */
  readonly wall: () => number;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
}

const maxDriftMilliseconds = 1_000;
const patienceMilliseconds = 60_000;
const processClocks: Clocks = { wall: () => Date.now(), elapsed: () => performance.now() };

/**
 * Creates a clock (Unix time, ms) that ignores short jumps of the wall clock. It follows small corrections
 * immediately, and a jump once it has lasted a minute. Otherwise, due times written by a clock hours ahead
 * would still delay deliveries after it was corrected.
 */
export function createSteadyNow({ wall, elapsed }: Clocks = processClocks): () => number {
  let offset = wall() - elapsed();
  let jumpedAt: number | undefined;

  return () => {
    const passed = elapsed();
    const drift = wall() - passed - offset;
    const isSmall = Math.abs(drift) < maxDriftMilliseconds;
    if (isSmall || (jumpedAt !== undefined && passed - jumpedAt >= patienceMilliseconds)) {
      offset += drift;
      jumpedAt = undefined;
    } else {
      jumpedAt ??= passed;
    }
    return Math.round(passed + offset);
  };
}

/**
 * The default clock of stores and workers: Unix time (ms), without jumps that last less than a minute. Use it
 * wherever you compare times with theirs.
 *
 * @example
 * import { steadyNow } from "@plugboard/webhook-delivery";
 *
 * console.log(new Date(steadyNow()));
 */
export const steadyNow: () => number = createSteadyNow();
