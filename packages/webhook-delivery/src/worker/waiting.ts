import { setTimeout as delay } from "node:timers/promises";
import { maxTimerMilliseconds } from "../policy/check-number.ts";

/** A timer that rings at the earliest time it was set to. */
export interface Alarm {
  /** Sets the alarm to this time from now (ms). */
  setWithin(milliseconds: number): void;
  clear(): void;
}

/** Creates an alarm that isn't set. Ringing unsets it. */
export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Infinity;

  function clear(): void {
    clearTimeout(timer);
    ringsAt = Infinity;
  }

  return {
    setWithin(milliseconds) {
      const wait = Math.min(Math.max(milliseconds, 0), maxTimerMilliseconds);
      const at = performance.now() + wait;
      if (at >= ringsAt) return;
      clear();
      ringsAt = at;
      timer = setTimeout(() => {
        ringsAt = Infinity;
        ring();
      }, wait);
    },
    clear,
  };
}

const firstPauseMilliseconds = 50;
const maxPauseMilliseconds = 5_000;

/** Repeats an action until it succeeds, with growing pauses, or until the signal is aborted. */
export async function retryUntilDone(
  act: () => Promise<void>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (
    let pause = firstPauseMilliseconds;
    !signal.aborted;
    pause = Math.min(pause * 2, maxPauseMilliseconds)
  ) {
    try {
      return await act();
    } catch (error) {
      onError(error);
      await delay(pause);
    }
  }
}

/** Resolves with the promise, or after this time (ms). Leaves no timer behind. */
export async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
