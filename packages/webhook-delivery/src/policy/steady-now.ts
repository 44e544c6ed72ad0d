/** The clocks of a process. */
export interface Clocks {
  /** The time of day, in milliseconds since 1970. It may be set, and jump. */
  readonly wall: () => number;
  /** Milliseconds since some moment. It never jumps. */
  readonly elapsed: () => number;
}

const maxDriftMilliseconds = 1_000;
const patienceMilliseconds = 60_000;
const processClocks: Clocks = { wall: () => Date.now(), elapsed: () => performance.now() };

/**
 * Creates a clock in milliseconds since 1970 that takes no part in a short jump of the wall clock. Small corrections are followed at
 * once, a jump only when it has lasted for a minute: due times written under a clock that is hours ahead would be waited for after
 * it was set right.
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
 * The clock of stores and workers that are given none: milliseconds since 1970, without jumps that last for less than a minute.
 * What works together with them needs the same.
 *
 * @example
 * import { steadyNow } from "@plugboard/webhook-delivery";
 *
 * console.log(new Date(steadyNow()));
 */
export const steadyNow: () => number = createSteadyNow();
