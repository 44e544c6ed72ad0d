import type { DraftTarget, KeptEntry } from "./kept-drafts.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";

/** The document of a window that has changes which the server may not have. */
interface KeptSharedDraft {
  readonly draftId: string;
  readonly state: Uint8Array;
  readonly entry: KeptEntry;
}

const prefixOf = ({ author, pageId }: DraftTarget) => `plugboard-shared-${author}-${pageId}-`;

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
      const [draftId, state] = value.split(" ");
      if (draftId !== undefined && state !== undefined)
        kept.push({ draftId, state: decodeBase64(state), entry: { name, value } });
    }
  } catch {
    // Storage is unavailable.
  }
  return kept;
}

/**
 * Stores the document of one window, or removes it.
 *
 * @returns whether the browser has stored it; storage can be full or disabled
 */
export function keepSharedDraft(
  target: DraftTarget,
  window: string,
  draft: { readonly draftId: string; readonly state: Uint8Array } | undefined,
): boolean {
  const name = prefixOf(target) + window;
  try {
    if (draft === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, `${draft.draftId} ${encodeBase64(draft.state)}`);
    return true;
  } catch {
    return draft === undefined;
  }
}
