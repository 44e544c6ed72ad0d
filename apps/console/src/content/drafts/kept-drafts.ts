import type { DraftSync } from "./draft-sync.ts";

/** The page of a shared draft. */
export interface SharedDraftPlace {
  readonly spaceId: string;
  readonly pageId: string;
  /** The change request that the draft belongs to. Defaults to the page's own shared draft. */
  readonly changeRequest?: string | undefined;
}

/** The page and author of a draft. */
export interface DraftTarget extends SharedDraftPlace {
  /** The author's ID, so that other people using this browser don't see the draft. */
  readonly author: string;
}

/** Drafts in this browser that the server may not have, with their storage keys. */
export interface KeptDrafts {
  readonly drafts: readonly DraftSync[];
  readonly entries: readonly KeptEntry[];
}

/** An entry in the storage of this browser. */
export interface KeptEntry {
  readonly name: string;
  readonly value: string;
}

const prefixOf = ({ author, pageId }: DraftTarget) => `plugboard-draft-${author}-${pageId}-`;

/** Returns the drafts of a page that windows of this browser kept but the server may not have. */
export function readKeptDrafts(target: DraftTarget): KeptDrafts {
  const prefix = prefixOf(target);
  const entries: KeptEntry[] = [];
  const drafts: DraftSync[] = [];
  try {
    for (const [name, value] of Object.entries<unknown>(localStorage)) {
      if (!name.startsWith(prefix) || typeof value !== "string") continue;
      const draft = parse(value);
      if (!isDraft(draft)) continue;
      entries.push({ name, value });
      drafts.push(draft);
    }
  } catch {
    // Storage is unavailable.
  }
  return { drafts, entries };
}

/**
 * Stores the draft of one window, or removes it.
 *
 * @returns whether the browser has stored it; storage can be full or disabled
 */
export function keepDraft(target: DraftTarget, window: string, draft: DraftSync | undefined): boolean {
  const name = prefixOf(target) + window;
  try {
    if (draft === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify({ ...draft, conflict: undefined }));
    return true;
  } catch {
    return draft === undefined;
  }
}

/** Removes drafts that another window has merged, unless they have changed since they were read. */
export function dropKept({ entries }: Pick<KeptDrafts, "entries">): void {
  try {
    for (const { name, value } of entries)
      if (localStorage.getItem(name) === value) localStorage.removeItem(name);
  } catch {
    // They are merged again next time.
  }
}

/** Returns `undefined` for a damaged entry, which must not hide those of other windows. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is DraftSync {
  const { text, base, stored, unconfirmed } = Object(value) as Readonly<Record<keyof DraftSync, unknown>>;
  return (
    isText(text) &&
    isText(base) &&
    hasStrings(base, ["revisionId"]) &&
    (stored === undefined ||
      (hasStrings(stored, ["version"]) && isText(Reflect.get(Object(stored), "text")))) &&
    Array.isArray(unconfirmed) &&
    unconfirmed.every(isText)
  );
}

function isText(value: unknown): boolean {
  return hasStrings(value, ["title", "markdown"]);
}

function hasStrings(value: unknown, fields: readonly string[]): boolean {
  return fields.every((field) => typeof Reflect.get(Object(value), field) === "string");
}
