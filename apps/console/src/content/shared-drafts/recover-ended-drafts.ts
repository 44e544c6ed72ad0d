import type { PageContent } from "@plugboard/content/types";
import { documentOfUpdates } from "./document-of-updates.ts";
import { type DraftTarget, keepDraft } from "../drafts/kept-drafts.ts";
import { dropKeptSharedDrafts, readKeptSharedDrafts } from "./kept-shared-drafts.ts";
import { isSameText, mergeTexts } from "../texts/merge-texts.ts";
import { createRandomId } from "../common/random-id.ts";
import { textOf } from "./shared-text.ts";

/**
 * Keeps the changes of windows whose shared draft has ended as private drafts. All lines of the page and of the window are
 * kept, because their common text is unknown.
 *
 * @param draftId - the page's shared draft, whose changes stay
 */
export function recoverEndedDrafts(
  target: DraftTarget,
  { title, markdown, revisionId }: PageContent,
  draftId: string | undefined,
): void {
  const base = { title, markdown, revisionId };
  for (const kept of readKeptSharedDrafts(target)) {
    if (kept.draftId === draftId) continue;
    const doc = documentOfUpdates(kept.updates);
    if (doc === undefined) continue;
    const { overlaps: _, ...text } = mergeTexts(undefined, textOf(doc), base);
    const isKept =
      isSameText(text, base) || keepDraft(target, createRandomId(), { text, base, unconfirmed: [] });
    if (isKept) dropKeptSharedDrafts([kept]);
  }
}
