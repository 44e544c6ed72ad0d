import { useSyncExternalStore } from "react";

interface Ticker {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => number;
}

const tickers = new Map<number, Ticker>();

/** One timer for all that show the time in the same steps, which a long list has many of. */
function createTicker(stepMilliseconds: number): Ticker {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    subscribe: (changed) => {
      listeners.add(changed);
      timer ??= setInterval(() => {
        for (const listener of listeners) listener();
      }, stepMilliseconds);
      return () => {
        listeners.delete(changed);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read: () => Math.ceil(Date.now() / stepMilliseconds) * stepMilliseconds,
  };
}

/** The time in milliseconds, a new one every so many: five seconds when left out. */
export function useNow(stepMilliseconds = 5000): number {
  const ticker = tickers.get(stepMilliseconds) ?? createTicker(stepMilliseconds);
  tickers.set(stepMilliseconds, ticker);
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
