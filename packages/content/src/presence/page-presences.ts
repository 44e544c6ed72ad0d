import type { PagePresence, PagePresenceAnnouncement, RevisionAuthor } from "@plugboard/api/client";
import { authorKey } from "@plugboard/platform/product";

/** An announcement with its page and author. */
export interface Announced extends PagePresenceAnnouncement {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly author: RevisionAuthor;
}

/** The windows that have pages open, in the memory of this process. */
export interface PagePresences {
  /** Applies an announcement. Returns whether readers of the page see a difference. */
  readonly apply: (announced: Announced, origin: "own" | "peer") => boolean;
  /** Returns the windows that have a page open, ordered by ID. */
  readonly list: (page: { readonly spaceId: string; readonly pageId: string }) => PagePresence[];
  /** Returns the latest announcement of each window, except those that came from other processes. */
  readonly own: () => Announced[];
}

const presentMilliseconds = 90_000;
const typingMilliseconds = 8_000;
const maxWindows = 10_000;
const maxWindowsOfAuthor = 50;

interface Entry {
  readonly announced: Announced;
  readonly origin: "own" | "peer";
  readonly expiresAt: number;
  readonly typingUntil: number;
}

/**
 * Creates an empty set of windows.
 *
 * @param now - Unix time in milliseconds
 * @param onEnd - called with the organizations in which windows expired or stopped typing without an announcement
 */
export function createPagePresences(
  now: () => number,
  onEnd: (organizations: readonly string[]) => void,
): PagePresences {
  // Ordered by their last announcement.
  const entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | undefined;

  function drop({ announced }: Entry): void {
    entries.delete(keyOf(announced));
  }

  /** Sets the timer for the next window that expires or stops typing. */
  function schedule(): void {
    const time = now();
    const ends = [...entries.values()].map(({ expiresAt, typingUntil }) =>
      typingUntil > time ? typingUntil : expiresAt,
    );
    clearTimeout(timer);
    if (ends.length > 0) timer = setTimeout(end, Math.max(1, Math.min(...ends) - time)).unref();
  }

  function end(): void {
    const time = now();
    const ended = [...entries.values()].filter(
      ({ announced, expiresAt, typingUntil }) =>
        expiresAt <= time || (announced.activity === "typing" && typingUntil <= time),
    );
    for (const entry of ended) {
      const { announced, expiresAt } = entry;
      if (expiresAt <= time) drop(entry);
      else entries.set(keyOf(announced), { ...entry, announced: { ...announced, activity: "viewing" } });
    }
    schedule();
    if (ended.length > 0) onEnd([...new Set(ended.map(({ announced }) => announced.organizationId))]);
  }

  function makeRoom(author: RevisionAuthor): void {
    const own = [...entries.values()].filter(
      ({ announced }) => authorKey(announced.author) === authorKey(author),
    );
    for (const entry of own.slice(0, Math.max(0, own.length - maxWindowsOfAuthor))) drop(entry);
    for (const entry of [...entries.values()].slice(0, Math.max(0, entries.size - maxWindows))) drop(entry);
  }

  return {
    apply: (announced, origin) => {
      const time = now();
      const before = entries.get(keyOf(announced));
      const isShown = before !== undefined && before.expiresAt > time;
      if (before !== undefined) drop(before);
      if (announced.activity === "left") {
        schedule();
        return isShown;
      }
      const isTyping = announced.activity === "typing";
      entries.set(keyOf(announced), {
        announced,
        origin,
        expiresAt: time + presentMilliseconds,
        typingUntil: isTyping ? time + typingMilliseconds : 0,
      });
      makeRoom(announced.author);
      schedule();
      return !isShown || before.typingUntil > time !== isTyping;
    },
    list: ({ spaceId, pageId }) => {
      const time = now();
      return [...entries.values()]
        .filter(({ announced }) => announced.spaceId === spaceId && announced.pageId === pageId)
        .filter(({ expiresAt }) => expiresAt > time)
        .map(({ announced: { id, author }, typingUntil }) => ({ id, author, isTyping: typingUntil > time }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    own: () =>
      [...entries.values()].filter(({ origin }) => origin === "own").map(({ announced }) => announced),
  };
}

// Callers choose the IDs of their windows, so another author can have the same one.
function keyOf({ spaceId, pageId, author, id }: Announced): string {
  return JSON.stringify([spaceId, pageId, authorKey(author), id]);
}
