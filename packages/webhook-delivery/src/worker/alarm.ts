/** A timer that goes off at the earliest time it was set to. */
export interface Alarm {
  /** Milliseconds from now. */
  setWithin(milliseconds: number): void;
  clear(): void;
}

const longestTimeout = 2_147_483_647;

/** Creates an alarm that is not set. Going off unsets it. */
export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Infinity;

  function clear(): void {
    clearTimeout(timer);
    ringsAt = Infinity;
  }

  return {
    setWithin(milliseconds) {
      const wait = Math.min(Math.max(milliseconds, 0), longestTimeout);
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
