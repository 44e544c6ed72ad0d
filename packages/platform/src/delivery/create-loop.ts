/** Work that is repeated whenever it is woken, and now and then. */
export interface Loop {
  readonly wake: () => void;
  /** Resolves when the work in flight has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `work` until it finds nothing to do, then waits to be woken or for the interval. A failure is reported and tried
 * again after the interval.
 */
export function createLoop(
  work: () => Promise<number>,
  intervalMilliseconds: number,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  let woken = true;
  let rouse: () => void = () => {};
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const done = await work().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (done > 0 || woken || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, intervalMilliseconds);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  const wake = (): void => {
    woken = true;
    rouse();
  };
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
