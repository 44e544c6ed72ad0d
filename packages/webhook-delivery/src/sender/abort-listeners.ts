/** Tells any number of attempts when the signal that they share fires. */
export interface AbortListeners {
  /** Calls back once, unless it is deleted before. The signal must not have fired already. */
  add(signal: AbortSignal, listener: () => void): void;
  delete(signal: AbortSignal, listener: () => void): void;
}

/**
 * Creates an empty list. All of a worker's attempts share one signal, and a signal's own list of listeners is searched from end
 * to end by each that comes or goes. This adds one listener to each signal and keeps the others in a set.
 */
export function createAbortListeners(): AbortListeners {
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  function listenTo(signal: AbortSignal): Set<() => void> {
    const listeners = new Set<() => void>();
    const callAll = (): void => {
      for (const listener of listeners) listener();
    };
    signal.addEventListener("abort", callAll, { once: true });
    bySignal.set(signal, listeners);
    return listeners;
  }

  return {
    add(signal, listener) {
      (bySignal.get(signal) ?? listenTo(signal)).add(listener);
    },
    delete(signal, listener) {
      bySignal.get(signal)?.delete(listener);
    },
  };
}
