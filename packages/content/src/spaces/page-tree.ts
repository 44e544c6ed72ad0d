import { PlatformError } from "@plugboard/platform";
import { contentLimits } from "../limits/content-limits.ts";

/** A page's position in the tree of its space. */
export interface PageLocation {
  readonly id: string;
  /** The parent page. `null` at the top level. */
  readonly parentId: string | null;
  /** The position among its siblings. */
  readonly position: number;
}

/** Sorts pages in tree order: parents before their children. */
export function orderPages<Page extends PageLocation>(pages: readonly Page[]): Page[] {
  const children = groupByParent(pages);
  const below = (parentId: string | null): Page[] =>
    (children.get(parentId) ?? []).flatMap((page) => [page, ...below(page.id)]);
  return below(null);
}

/** Returns a key for each page that sorts in tree order. */
export function treeKeys(pages: readonly PageLocation[]): ReadonlyMap<string, string> {
  const children = groupByParent(pages);
  const keys = new Map<string, string>();
  const name = (parentId: string | null, prefix: string): void => {
    for (const { id, position } of children.get(parentId) ?? []) {
      const path = `${prefix}${String(position).padStart(4, "0")}`;
      // A hyphen sorts before a dot, so a page comes before its children.
      keys.set(id, `${path}-${id}`);
      name(id, `${path}.`);
    }
  };
  name(null, "");
  return keys;
}

/** Returns a page and all its descendants. */
export function withDescendants(pages: readonly PageLocation[], id: string): string[] {
  const children = groupByParent(pages);
  const from = (pageId: string): string[] => [
    pageId,
    ...(children.get(pageId) ?? []).flatMap((page) => from(page.id)),
  ];
  return from(id);
}

/**
 * Inserts or moves a page, and renumbers its old and new siblings.
 *
 * @returns all pages with their new positions
 *
 * @throws PlatformError `conflict` if the parent is the page's descendant or the tree becomes too deep;
 * `not_found` if the parent does not exist
 */
export function placePage(
  pages: readonly PageLocation[],
  id: string,
  parentId: string | null,
  position: number = pages.length,
): PageLocation[] {
  if (parentId !== null && !pages.some((page) => page.id === parentId))
    throw new PlatformError("not_found", `The parent page ${parentId} does not exist.`);
  if (parentId !== null && withDescendants(pages, id).includes(parentId))
    throw new PlatformError("conflict", "A page cannot be moved below itself.");
  const others = pages.filter((page) => page.id !== id);
  const beside = (groupByParent(others).get(parentId) ?? []).toSpliced(position, 0, {
    id,
    parentId,
    position,
  });
  const placed = renumber([...others.filter((page) => page.parentId !== parentId), ...withPositions(beside)]);
  if (depthOf(placed) > contentLimits.pageDepth)
    throw new PlatformError(
      "conflict",
      `Pages can be nested at most ${contentLimits.pageDepth} levels deep.`,
    );
  return placed;
}

/** Removes pages and renumbers their siblings. */
export function removePages(pages: readonly PageLocation[], ids: readonly string[]): PageLocation[] {
  const removed = new Set(ids);
  return renumber(pages.filter(({ id }) => !removed.has(id)));
}

/** Returns the positions of pages listed with their parents in tree order. */
export function locationsOf(
  tree: readonly (readonly [id: string, parentId: string | null])[],
): PageLocation[] {
  return renumber(tree.map(([id, parentId], position) => ({ id, parentId, position })));
}

function renumber(pages: readonly PageLocation[]): PageLocation[] {
  return [...groupByParent(pages).values()].flatMap(withPositions);
}

function withPositions(siblings: readonly PageLocation[]): PageLocation[] {
  return siblings.map(({ id, parentId }, position) => ({ id, parentId, position }));
}

/** Returns the depth of the tree. */
export function depthOf(pages: readonly PageLocation[]): number {
  const children = groupByParent(pages);
  const below = (parentId: string | null): number =>
    (children.get(parentId) ?? []).reduce((deepest, { id }) => Math.max(deepest, 1 + below(id)), 0);
  return below(null);
}

function groupByParent<Page extends PageLocation>(pages: readonly Page[]): Map<string | null, Page[]> {
  return Map.groupBy(
    pages.toSorted((a, b) => a.position - b.position),
    ({ parentId }) => parentId,
  );
}
