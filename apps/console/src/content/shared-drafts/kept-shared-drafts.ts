import { decodeBase64 } from "./base64.ts";
import { type DraftTarget, dropKept, type KeptEntry } from "../drafts/kept-drafts.ts";

/** The document of a window that has changes which the server may not have. */
interface KeptSharedDraft {
  readonly draftId: string;
  /** Yjs updates that together contain the document. */
  readonly updates: readonly Uint8Array[];
  /** The stored changes, without the base. */
  readonly entry: KeptEntry;
}

const basePrefix = "plugboard-base-";
const prefixOf = ({ author, pageId, changeRequest }: DraftTarget) =>
  `plugboard-shared-${author}-${pageId}${changeRequest === undefined ? "" : `@${changeRequest}`}-`;

/** The names of a window's entries in the browser's storage. */
export interface KeptNames {
  /** The changes of the document since `base`. The entry exists while the server may lack some of them. */
  readonly changes: string;
  /** The document as of an earlier time. */
  readonly base: string;
}

/** Returns the names of a window's entries. */
export function keptNamesOf(target: DraftTarget, window: string): KeptNames {
  const changes = prefixOf(target) + window;
  return { changes, base: basePrefix + changes };
}

/** Returns the change requests in whose drafts of a page windows of this browser kept changes. */
export function keptChangeRequestsOf({ author, pageId }: DraftTarget): readonly string[] {
  const prefix = `plugboard-shared-${author}-${pageId}@`;
  try {
    const own = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    return [...new Set(own.map((name) => name.slice(prefix.length).split("-")[0] ?? ""))];
  } catch {
    return [];
  }
}

/** Returns whether windows of this browser kept changes of a page's shared drafts. */
export function hasKeptSharedDrafts(target: DraftTarget): boolean {
  return readKeptSharedDrafts(target).length > 0;
}

/** Returns the shared drafts of a page with changes that windows of this browser kept. */
export function readKeptSharedDrafts(target: DraftTarget): readonly KeptSharedDraft[] {
  const kept: KeptSharedDraft[] = [];
  try {
    for (const [name, value] of Object.entries<unknown>(localStorage)) {
      if (!name.startsWith(prefixOf(target)) || typeof value !== "string") continue;
      const [draftId, ...changes] = value.split(" ");
      if (draftId === undefined) continue;
      const base = localStorage.getItem(basePrefix + name);
      const updates = decodeUpdates(base === null ? changes : [base, ...changes]);
      if (updates !== undefined) kept.push({ draftId, updates, entry: { name, value } });
    }
  } catch {
    // Storage is unavailable.
  }
  return kept;
}

/** Returns `undefined` for damaged updates, which must not hide those of other windows. */
function decodeUpdates(encoded: readonly string[]): readonly Uint8Array[] | undefined {
  try {
    return encoded.map(decodeBase64);
  } catch {
    return undefined;
  }
}

/**
 * Removes documents that another window has merged. Keeps one, with its base, if its window stored more changes since it
 * was read.
 */
export function dropKeptSharedDrafts(kept: readonly KeptSharedDraft[]): void {
  dropKept({ entries: kept.map(({ entry }) => entry) });
  removeUnusedBases();
}

/** Removes the documents of closed windows that have no changes. Open windows store theirs again with the next change. */
export function removeUnusedBases(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(basePrefix) && localStorage.getItem(name.slice(basePrefix.length)) === null)
        localStorage.removeItem(name);
  } catch {
    // Storage is unavailable.
  }
}
