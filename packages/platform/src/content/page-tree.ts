import { limits } from "@plugboard/api/contract";
import { PlatformError } from "../common/platform-error.ts";

/** Where a page is in the tree of its space. */
export interface PagePlace {
  readonly id: string;
  /** The page it is below; `null` at the top. */
  readonly parentId: string | null;
  /** Among the pages with the same parent. */
  readonly position: number;
}

/** Pages in the order of their tree: each before those below it. */
export function orderPages<Page extends PagePlace>(pages: readonly Page[]): Page[] {
  const children = groupByParent(pages);
  const below = (parentId: string | null): Page[] =>
    (children.get(parentId) ?? []).flatMap((page) => [page, ...below(page.id)]);
  return below(null);
}

/** For each page a text that sorts as the tree does. */
export function treeKeys(pages: readonly PagePlace[]): ReadonlyMap<string, string> {
  const children = groupByParent(pages);
  const keys = new Map<string, string>();
  const name = (parentId: string | null, prefix: string): void => {
    for (const { id, position } of children.get(parentId) ?? []) {
      const path = `${prefix}${String(position).padStart(4, "0")}`;
      // A hyphen sorts before a dot, and so a page before those below it.
      keys.set(id, `${path}-${id}`);
      name(id, `${path}.`);
    }
  };
  name(null, "");
  return keys;
}

/** A page and every page below it. */
export function withDescendants(pages: readonly PagePlace[], id: string): string[] {
  const children = groupByParent(pages);
  const from = (pageId: string): string[] => [
    pageId,
    ...(children.get(pageId) ?? []).flatMap((page) => from(page.id)),
  ];
  return from(id);
}

/**
 * Puts a page, new or known, at a place, and numbers the pages beside it and beside its old place anew.
 *
 * @returns every page, at its new place
 * @throws PlatformError `conflict` for a place below itself, or too deep; `not_found` for a parent that is not there
 */
export function placePage(
  pages: readonly PagePlace[],
  id: string,
  parentId: string | null,
  position: number = pages.length,
): PagePlace[] {
  if (parentId !== null && !pages.some((page) => page.id === parentId))
    throw new PlatformError("not_found", `There is no page ${parentId} to put it below.`);
  if (parentId !== null && withDescendants(pages, id).includes(parentId))
    throw new PlatformError("conflict", "A page cannot be moved below itself.");
  const others = pages.filter((page) => page.id !== id);
  const beside = (groupByParent(others).get(parentId) ?? []).toSpliced(position, 0, {
    id,
    parentId,
    position,
  });
  const placed = renumber([...others.filter((page) => page.parentId !== parentId), ...withPositions(beside)]);
  if (depthOf(placed) > limits.pageDepth)
    throw new PlatformError("conflict", `Pages can be ${limits.pageDepth} levels deep.`);
  return placed;
}

/** Takes pages out, and closes the gaps. */
export function removePages(pages: readonly PagePlace[], ids: readonly string[]): PagePlace[] {
  return renumber(pages.filter(({ id }) => !ids.includes(id)));
}

/** The places of pages that are listed with their parents, in the order of the tree. */
export function placesOf(tree: readonly (readonly [id: string, parentId: string | null])[]): PagePlace[] {
  return renumber(tree.map(([id, parentId], position) => ({ id, parentId, position })));
}

function renumber(pages: readonly PagePlace[]): PagePlace[] {
  return [...groupByParent(pages).values()].flatMap(withPositions);
}

function withPositions(siblings: readonly PagePlace[]): PagePlace[] {
  return siblings.map(({ id, parentId }, position) => ({ id, parentId, position }));
}

/** How many levels pages have. */
export function depthOf(pages: readonly PagePlace[]): number {
  const children = groupByParent(pages);
  const below = (parentId: string | null): number =>
    (children.get(parentId) ?? []).reduce((deepest, { id }) => Math.max(deepest, 1 + below(id)), 0);
  return below(null);
}

function groupByParent<Page extends PagePlace>(pages: readonly Page[]): Map<string | null, Page[]> {
  return Map.groupBy(
    pages.toSorted((a, b) => a.position - b.position),
    ({ parentId }) => parentId,
  );
}
