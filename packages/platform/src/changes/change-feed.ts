import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** That something changed. It does not say what: whoever shows something reads it again. */
export interface Change {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Notifies those who watch that something changed. */
export interface ChangeFeed {
  /** Notes that something changed. */
  readonly note: () => void;
  /** The latest change that this process knows of. */
  readonly latest: () => Change;
  /**
   * Gives the latest change each time there are some after the one named, and at once where that one is not the latest; changes
   * that come fast are given as one. It ends with the signal.
   */
  readonly watch: (options: {
    readonly after: string | undefined;
    readonly signal: AbortSignal;
  }) => AsyncGenerator<Change, void>;
}

// Between two notifications to the same watcher.
const quietMilliseconds = 100;

/**
 * Makes a feed of what happens in this process.
 *
 * @param listen - adds a listener to what other parts, or other processes, report; called while somebody watches
 */
export function createChangeFeed(
  now: () => number,
  listen: (listener: () => void) => () => void,
): ChangeFeed {
  // Another process counts for itself: whoever comes from there is behind.
  const name = randomUUID();
  let latest: Change = { id: `${name}-0`, time: now() };
  let count = 0;
  const watchers = new Set<() => void>();
  let stopListening: (() => void) | undefined;

  function note(): void {
    count += 1;
    latest = { id: `${name}-${count}`, time: now() };
    for (const wake of watchers) wake();
  }

  return {
    note,
    latest: () => latest,
    watch: async function* ({ after, signal }) {
      let seen = after ?? latest.id;
      let wake = (): void => {};
      const call = (): void => wake();
      watchers.add(call);
      stopListening ??= listen(note);
      signal.addEventListener("abort", call);
      try {
        while (!signal.aborted) {
          if (latest.id === seen)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          if (signal.aborted) return;
          if (latest.id !== seen) {
            seen = latest.id;
            yield latest;
            await delay(quietMilliseconds, undefined, { signal }).catch(() => {});
          }
        }
      } finally {
        signal.removeEventListener("abort", call);
        watchers.delete(call);
        if (watchers.size === 0) {
          stopListening?.();
          stopListening = undefined;
        }
      }
    },
  };
}
