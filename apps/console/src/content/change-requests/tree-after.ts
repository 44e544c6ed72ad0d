import type { ChangeRequestStructure, PageResource } from "@plugboard/content/types";
import { childrenOf, movedTo, pagesBelow } from "../page-tree/arrange-pages.ts";

/** Returns the pages as they are after a change request moves and deletes some. */
export function treeAfter(
  pages: readonly PageResource[],
  structure: readonly ChangeRequestStructure[],
): readonly PageResource[] {
  return structure.reduce((tree, { pageId, change, to, problem }) => {
    if (problem !== undefined) return tree;
    if (change === "deleted") {
      const deleted = new Set([pageId, ...pagesBelow(tree, pageId).map(({ id }) => id)]);
      return tree.filter(({ id }) => !deleted.has(id));
    }
    if (to === undefined) return tree;
    const { path, afterId, parentId = null } = to;
    const siblings = childrenOf(tree, parentId).filter(({ id }) => id !== pageId);
    const position = siblings.findIndex(({ id }) => id === afterId) + 1;
    return movedTo(tree, pageId, { parentId, position }).map((page) =>
      page.id === pageId ? { ...page, path } : page,
    );
  }, pages);
}
