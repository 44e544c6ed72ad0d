/** How often a script's sandboxes failed lately, and when the next one may be started. */
export interface BackOff {
  readonly failures: number;
  /** In milliseconds of the clock that `afterFailure` was given. */
  readonly startAt: number;
}

/** Nothing failed yet. */
export const noFailures: BackOff = { failures: 0, startAt: 0 };

// A sandbox that served this long was sound: what ended it is a new matter.
const soundMilliseconds = 10_000;

/** What follows from a sandbox that ended by itself, was killed, or did not start. */
export function afterFailure(
  { failures }: BackOff,
  { now, servedMilliseconds }: { readonly now: number; readonly servedMilliseconds: number },
  delays: readonly number[],
): BackOff {
  const count = servedMilliseconds >= soundMilliseconds ? 1 : failures + 1;
  return { failures: count, startAt: now + (delays[Math.min(count, delays.length) - 1] ?? 0) };
}
