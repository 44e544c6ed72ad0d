import type { RevisionAuthor } from "@plugboard/api/client";
import type { PagePresence, PagePresenceAnnouncement } from "../client/types.ts";
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
  announced: Announced;
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
  // Each collection is ordered by the last announcement, so its first window ends first.
  const entries = new Map<string, Entry>();
  const typing = new Set<Entry>();
  const ofPage = new Map<string, Set<Entry>>();
  const ofAuthor = new Map<string, Set<Entry>>();
  let timer: NodeJS.Timeout | undefined;

  function add(entry: Entry): void {
    const { announced, typingUntil } = entry;
    entries.set(keyOf(announced), entry);
    if (typingUntil > 0) typing.add(entry);
    addTo(ofPage, pageKeyOf(announced), entry);
    addTo(ofAuthor, authorKey(announced.author), entry);
  }

  function drop(entry: Entry): void {
    const { announced } = entry;
    entries.delete(keyOf(announced));
    typing.delete(entry);
    deleteFrom(ofPage, pageKeyOf(announced), entry);
    deleteFrom(ofAuthor, authorKey(announced.author), entry);
  }

  /** Sets the timer for the next window that expires or stops typing. */
  function schedule(): void {
    clearTimeout(timer);
    const ends = [firstOf(entries.values())?.expiresAt, firstOf(typing)?.typingUntil];
    const next = Math.min(...ends.map((time) => time ?? Infinity));
    if (next < Infinity) timer = setTimeout(end, Math.max(1, next - now())).unref();
  }

  function end(): void {
    const time = now();
    const organizations = new Set<string>();
    for (const entry of typing) {
      if (entry.typingUntil > time) break;
      typing.delete(entry);
      entry.announced = { ...entry.announced, activity: "viewing" };
      organizations.add(entry.announced.organizationId);
    }
    for (const entry of entries.values()) {
      if (entry.expiresAt > time) break;
      drop(entry);
      organizations.add(entry.announced.organizationId);
    }
    schedule();
    if (organizations.size > 0) onEnd([...organizations]);
  }

  /** Drops the oldest windows if there are too many of an author, or of all authors. */
  function makeRoom(author: RevisionAuthor): void {
    const own = ofAuthor.get(authorKey(author)) ?? new Set();
    const oldestOwn = own.size > maxWindowsOfAuthor ? firstOf(own) : undefined;
    if (oldestOwn !== undefined) drop(oldestOwn);
    const oldest = entries.size > maxWindows ? firstOf(entries.values()) : undefined;
    if (oldest !== undefined) drop(oldest);
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
      add({
        announced,
        origin,
        expiresAt: time + presentMilliseconds,
        typingUntil: isTyping ? time + typingMilliseconds : 0,
      });
      makeRoom(announced.author);
      schedule();
      const isMoved = before?.announced.caret !== announced.caret;
      return !isShown || isMoved || before.typingUntil > time !== isTyping;
    },
    list: (page) => {
      const time = now();
      return [...(ofPage.get(pageKeyOf(page)) ?? [])]
        .filter(({ expiresAt }) => expiresAt > time)
        .map(({ announced: { id, author, caret }, typingUntil }) => ({
          id,
          author,
          isTyping: typingUntil > time,
          ...(caret !== undefined && { caret }),
        }))
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

function pageKeyOf({ spaceId, pageId }: Pick<Announced, "spaceId" | "pageId">): string {
  return JSON.stringify([spaceId, pageId]);
}

function addTo(groups: Map<string, Set<Entry>>, group: string, entry: Entry): void {
  const members = groups.get(group) ?? new Set();
  groups.set(group, members.add(entry));
}

function deleteFrom(groups: Map<string, Set<Entry>>, group: string, entry: Entry): void {
  const members = groups.get(group);
  members?.delete(entry);
  if (members?.size === 0) groups.delete(group);
}

function firstOf<Item>(items: Iterable<Item>): Item | undefined {
  const [first] = items;
  return first;
}
