import type { ListedPage } from "./pages.ts";

/** A page with the length of its text. */
export type MeasuredPage = Pick<ListedPage, "id" | "parentId" | "characters">;

/** Returns the pages that have text, and those above them. Sites show no others. */
export function pagesWithText<Page extends MeasuredPage>(pages: readonly Page[]): readonly Page[] {
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const shown = new Set<string>();
  const show = (id: string | null): void => {
    if (id === null || shown.has(id)) return;
    shown.add(id);
    show(parents.get(id) ?? null);
  };
  for (const { id, characters } of pages) if (characters > 0) show(id);
  return pages.filter(({ id }) => shown.has(id));
}

/** Returns whether sites can show a page: it or a page below it has text. */
export function isOnSites(pages: readonly MeasuredPage[], pageId: string): boolean {
  return pagesWithText(pages).some(({ id }) => id === pageId);
}
