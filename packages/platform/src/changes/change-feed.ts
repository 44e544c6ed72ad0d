import type { ChangedResource } from "@plugboard/api/contract";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A notice that something changed. Readers read the named resources again. */
export interface Change {
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly time: number;
  /** The resources that changed since the watcher's last notice. `undefined` if they are unknown. */
  readonly resources?: readonly ChangedResource[] | undefined;
}

/** A change to note. */
export interface NotedChange {
  /** If `undefined`, only watchers of the whole platform are notified. */
  readonly organizations?: readonly string[] | undefined;
  /** If `undefined`, watchers read everything again. */
  readonly resources?: readonly ChangedResource[] | undefined;
}

/** Notifies watchers of changes in their organizations. */
export interface ChangeFeed {
  readonly note: (change: NotedChange) => void;
  /** Returns the latest change that this process knows of, in some organizations or on the whole platform. */
  readonly latest: (organizations?: readonly string[]) => Change;
  /** Whether there are watchers. Without watchers, callers can skip looking up the changed resources. */
  readonly isWatched: () => boolean;
  /**
   * Yields the latest change whenever there is one newer than `after`, immediately if there already is. Changes
   * in quick succession are yielded as one. Ends with the signal.
   */
  readonly watch: (options: {
    readonly after: string | undefined;
    readonly signal: AbortSignal;
    /** Only changes in these organizations. Defaults to the whole platform. */
    readonly organizations?: readonly string[] | undefined;
  }) => AsyncGenerator<Change, void>;
}

// The minimum interval between two notifications to the same watcher.
const quietMilliseconds = 250;
// A watcher that is further behind reads everything again.
const maxRecent = 200;

/**
 * Creates a feed of the changes in this process.
 *
 * @param listen - subscribes to changes reported by other parts or processes; called while there are watchers
 */
export function createChangeFeed(
  now: () => number,
  listen: (listener: () => void) => () => void,
): ChangeFeed {
  // Each process numbers its own changes, so IDs from other processes are unknown here.
  const name = randomUUID();
  let count = 0;
  let recent: (NotedChange & { readonly count: number })[] = [];
  const next = (): Change => ({ id: `${name}-${count}`, time: now() });
  // Used for the whole platform, and for organizations without changes since the first watcher.
  let [latest, first] = [next(), next()];
  const ofOrganizations = new Map<string, { readonly count: number; readonly change: Change }>();
  const watchers = new Set<() => void>();
  let stopListening: (() => void) | undefined;

  function note({ organizations, resources }: NotedChange): void {
    count += 1;
    latest = next();
    recent = [...recent.slice(1 - maxRecent), { count, organizations, resources }];
    for (const organization of organizations ?? [])
      ofOrganizations.set(organization, { count, change: latest });
    for (const wake of watchers) wake();
  }

  function latestOf(organizations: readonly string[] | undefined): Change {
    if (organizations === undefined) return latest;
    const own = organizations.flatMap((organization) => ofOrganizations.get(organization) ?? []);
    return own.toSorted((one, other) => other.count - one.count)[0]?.change ?? first;
  }

  function resourcesSince(
    seen: string,
    organizations: readonly string[] | undefined,
  ): readonly ChangedResource[] | undefined {
    const [, after] = seen.startsWith(`${name}-`) ? seen.split(`${name}-`) : [];
    const oldest = recent[0]?.count ?? count + 1;
    if (after === undefined || Number(after) < oldest - 1) return undefined;
    const changed = new Set<ChangedResource>();
    for (const one of recent) {
      const concerns =
        organizations === undefined ||
        one.organizations?.some((each) => organizations.includes(each)) === true;
      if (one.count <= Number(after) || !concerns) continue;
      if (one.resources === undefined) return undefined;
      for (const resource of one.resources) changed.add(resource);
    }
    return [...changed];
  }

  /**
   * Makes returning watchers read everything, because changes aren't recorded while there are no watchers.
   */
  function forget(): void {
    count += 1;
    recent = [];
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
      stopListening ??= listen(() => note({}));
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
            const resources = resourcesSince(seen, organizations);
            seen = change.id;
            yield { ...change, resources };
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
