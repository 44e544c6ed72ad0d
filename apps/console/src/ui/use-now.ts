import { useSyncExternalStore } from "react";

interface Ticker {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => number;
}

const tickers = new Map<number, Ticker>();

/** Creates a timer that all components with the same step share, because a long list has many of them. */
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

/** Returns the current Unix time (ms), updated every step. Defaults to five seconds. */
export function useNow(stepMilliseconds = 5000): number {
  const ticker = tickers.get(stepMilliseconds) ?? createTicker(stepMilliseconds);
  tickers.set(stepMilliseconds, ticker);
  return useSyncExternalStore(ticker.subscribe, ticker.read, ticker.read);
}
