import { applyPatch, structuredPatch } from "diff";
import type { PageText } from "./page-draft.ts";

/**
 * Both changes of a page in one text; `undefined` where they change the same lines.
 *
 * @param base - what both began with
 */
export function mergeTexts(base: PageText, mine: PageText, theirs: PageText): PageText | undefined {
  const changes = structuredPatch("page", "page", base.markdown, mine.markdown);
  const markdown = applyPatch(theirs.markdown, changes);
  const isTitleContested =
    mine.title !== base.title && theirs.title !== base.title && mine.title !== theirs.title;
  if (markdown === false || isTitleContested) return undefined;
  return { title: mine.title === base.title ? theirs.title : mine.title, markdown };
}
