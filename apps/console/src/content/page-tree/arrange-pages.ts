import type { PageResource } from "@plugboard/content/types";

/** A page with its position in the tree of its space. */
export type PlacedPage = Pick<PageResource, "id" | "title" | "parentId" | "position">;

/** The target of a move, in the API's format. `position` doesn't count the moved page itself. */
export interface PageLocation {
  readonly parentId: string | null;
  readonly position: number;
}

/** Returns the direct children of a page, or the top-level pages, in order. */
export function childrenOf<Page extends PlacedPage>(pages: readonly Page[], parentId: string | null): Page[] {
  return pages
    .filter((page) => (page.parentId ?? null) === parentId)
    .toSorted((one, other) => one.position - other.position);
}

/** A page as a row of the tree. */
export interface PageRow<Page extends PlacedPage> {
  readonly page: Page;
  /** The depth in the tree; 0 for top-level pages. */
  readonly level: number;
  /** The index among its siblings, from 0. */
  readonly index: number;
  /** The number of siblings, including this page. */
  readonly count: number;
}

/** Returns the tree as a list of rows, each page before its children. */
export function toRows<Page extends PlacedPage>(pages: readonly Page[]): PageRow<Page>[] {
  const byParent = Map.groupBy(pages, ({ parentId }) => parentId ?? null);
  const below = (parentId: string | null, level: number): PageRow<Page>[] => {
    const siblings = byParent.get(parentId)?.toSorted((one, other) => one.position - other.position) ?? [];
    return siblings.flatMap((page, index) => [
      { page, level, index, count: siblings.length },
      ...below(page.id, level + 1),
    ]);
  };
  return below(null, 0);
}

/** Returns whether a step can move a row. */
export function canStep({ level, index, count }: PageRow<PlacedPage>, step: Step): boolean {
  return { up: index > 0, down: index < count - 1, in: index > 0, out: level > 0 }[step];
}

/** Returns all descendants of a page, parents first. */
export function pagesBelow<Page extends PlacedPage>(pages: readonly Page[], id: string): Page[] {
  return childrenOf(pages, id).flatMap((page) => [page, ...pagesBelow(pages, page.id)]);
}

/** Returns the current position of a page. */
export function locationOf({ parentId, position }: PlacedPage): PageLocation {
  return { parentId: parentId ?? null, position };
}

/** Returns the pages after moving one of them with its descendants. */
export function movedTo<Page extends PlacedPage>(
  pages: readonly Page[],
  id: string,
  { parentId, position }: PageLocation,
): Page[] {
  const moved = pages.find((page) => page.id === id);
  if (moved === undefined) return [...pages];
  const others = pages.filter((page) => page !== moved);
  const beside = childrenOf(others, parentId).toSpliced(position, 0, moved);
  const positions = new Map(beside.map((page, index) => [page.id, index]));
  return pages.map((page) => {
    const location = positions.get(page.id) ?? page.position;
    return page === moved
      ? { ...page, parentId: parentId ?? undefined, position: location }
      : { ...page, position: location };
  });
}

/** A keyboard move of a page within its tree. */
export type Step = "up" | "down" | "in" | "out";

/** Returns the target of a step, or `undefined` if the page can't move that way. */
export function locationAfterStep(
  pages: readonly PlacedPage[],
  page: PlacedPage,
  step: Step,
): PageLocation | undefined {
  const { parentId, position } = locationOf(page);
  const siblings = childrenOf(pages, parentId);
  const index = siblings.findIndex(({ id }) => id === page.id);
  if (step === "up") return index > 0 ? { parentId, position: position - 1 } : undefined;
  if (step === "down") return index < siblings.length - 1 ? { parentId, position: position + 1 } : undefined;
  if (step === "in") {
    const above = siblings[index - 1];
    return above && { parentId: above.id, position: childrenOf(pages, above.id).length };
  }
  const parent = pages.find(({ id }) => id === parentId);
  return parent && { parentId: parent.parentId ?? null, position: parent.position + 1 };
}

/** The drop position relative to a page: on it, or at its upper or lower edge. */
export type Zone = "before" | "inside" | "after";

/** Returns the target of a drop, or `undefined` if the page was dropped on itself or a descendant. */
export function locationAfterDrop(
  pages: readonly PlacedPage[],
  draggedId: string,
  target: PlacedPage,
  zone: Zone,
): PageLocation | undefined {
  if (target.id === draggedId || pagesBelow(pages, draggedId).some(({ id }) => id === target.id))
    return undefined;
  const others = pages.filter(({ id }) => id !== draggedId);
  if (zone === "inside") return { parentId: target.id, position: childrenOf(others, target.id).length };
  const parentId = target.parentId ?? null;
  const index = childrenOf(others, parentId).findIndex(({ id }) => id === target.id);
  return { parentId, position: zone === "before" ? index : index + 1 };
}
