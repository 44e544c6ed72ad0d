import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** That something changed. It does not say what: whoever shows something reads it again. */
export interface Change {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Notifies those who watch that something changed in one of their organizations. */
export interface ChangeFeed {
  /** Notes that something changed in some organizations; where that is not known, only those who watch the whole platform are notified. */
  readonly note: (organizations?: readonly string[]) => void;
  /** The latest change that this process knows of in some organizations, or on the whole platform. */
  readonly latest: (organizations?: readonly string[]) => Change;
  /** Whether somebody watches. What would only be found out for them need not be found out without. */
  readonly isWatched: () => boolean;
  /**
   * Gives the latest change each time there are some after the one named, and at once where that one is not the latest; changes
   * that come fast are given as one. It ends with the signal.
   */
  readonly watch: (options: {
    readonly after: string | undefined;
    readonly signal: AbortSignal;
    /** Only changes in these; of the whole platform when left out. */
    readonly organizations?: readonly string[] | undefined;
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
  let count = 0;
  const next = (): Change => ({ id: `${name}-${count}`, time: now() });
  /** Of the whole platform, and of an organization in which nothing changed since somebody began to watch. */
  let [latest, first] = [next(), next()];
  const ofOrganizations = new Map<string, { readonly count: number; readonly change: Change }>();
  const watchers = new Set<() => void>();
  let stopListening: (() => void) | undefined;

  function note(organizations: readonly string[] = []): void {
    count += 1;
    latest = next();
    for (const organization of organizations) ofOrganizations.set(organization, { count, change: latest });
    for (const wake of watchers) wake();
  }

  function latestOf(organizations: readonly string[] | undefined): Change {
    if (organizations === undefined) return latest;
    const own = organizations.flatMap((organization) => ofOrganizations.get(organization) ?? []);
    return own.toSorted((one, other) => other.count - one.count)[0]?.change ?? first;
  }

  /** Whoever comes back is behind: nobody found out what changed meanwhile. */
  function forget(): void {
    count += 1;
    [latest, first] = [next(), next()];
    ofOrganizations.clear();
  }

  return {
    note,
    latest: latestOf,
    isWatched: () => watchers.size > 0,
    watch: async function* ({ after, signal, organizations }) {
      let seen = after ?? latestOf(organizations).id;
      let wake = (): void => {};
      const call = (): void => wake();
      watchers.add(call);
      stopListening ??= listen(() => note());
      signal.addEventListener("abort", call);
      try {
        while (!signal.aborted) {
          if (latestOf(organizations).id === seen)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          if (signal.aborted) return;
          const change = latestOf(organizations);
          if (change.id !== seen) {
            seen = change.id;
            yield change;
            await delay(quietMilliseconds, undefined, { signal }).catch(() => {});
          }
        }
      } finally {
        signal.removeEventListener("abort", call);
        watchers.delete(call);
        if (watchers.size === 0) {
          stopListening?.();
          stopListening = undefined;
          forget();
        }
      }
    },
  };
}
