/** The recent failures of a script's sandboxes, and the time of the next start. */
export interface BackOff {
  readonly failures: number;
  /** A time on the same clock as the `now` of `afterFailure`. */
  readonly startAt: number;
}

/** The initial state. */
export const noFailures: BackOff = { failures: 0, startAt: 0 };

// A sandbox that ran this long was healthy: its end doesn't count as a repeated failure.
const soundMilliseconds = 10_000;

/** Returns the state after a sandbox exited on its own, was killed, or failed to start. */
export function afterFailure(
  { failures }: BackOff,
  { now, servedMilliseconds }: { readonly now: number; readonly servedMilliseconds: number },
  delays: readonly number[],
): BackOff {
  const count = servedMilliseconds >= soundMilliseconds ? 1 : failures + 1;
  return { failures: count, startAt: now + (delays[Math.min(count, delays.length) - 1] ?? 0) };
}
