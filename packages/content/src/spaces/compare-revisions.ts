import { runDocumentTask } from "@plugboard/platform/product";
import { type PageVersion, readVersion } from "./revisions.ts";
import type { ReadContext } from "../database/read-context.ts";

/** A page's changes between two revisions. */
export interface PageDifference {
  readonly pageId: string;
  readonly title: string;
  readonly changes: readonly ("created" | "deleted" | "renamed" | "edited" | "moved")[];
  readonly before?: PageVersion | undefined;
  readonly after?: PageVersion | undefined;
}

/**
 * Compares the pages of two revisions without reading their text. Returns the newer revision's pages in
 * order, followed by the removed pages. `edited` means that the page was saved; {@link diffPage} compares the
 * text itself.
 */
export function comparePages(
  before: readonly PageVersion[],
  after: readonly PageVersion[],
): PageDifference[] {
  const old = new Map(before.map((page) => [page.id, page]));
  const common = new Set(after.map(({ id }) => id).filter((id) => old.has(id)));
  const [oldRanks, newRanks] = [ranksOf(before, common), ranksOf(after, common)];
  const differences = after.map((page): PageDifference => {
    const { id: pageId, title } = page;
    const was = old.get(pageId);
    if (was === undefined) return { pageId, title, changes: ["created"], after: page };
    const changes = [
      ["renamed", was.title !== title || was.slug !== page.slug],
      ["edited", was.version !== page.version],
      ["moved", was.parentId !== page.parentId || oldRanks.get(pageId) !== newRanks.get(pageId)],
    ] as const;
    const names = changes.filter(([, isMade]) => isMade).map(([name]) => name);
    return { pageId, title, changes: names, before: was, after: page };
  });
  const deleted = before
    .filter(({ id }) => !common.has(id))
    .map(
      (page): PageDifference => ({ pageId: page.id, title: page.title, changes: ["deleted"], before: page }),
    );
  return [...differences.filter(({ changes }) => changes.length > 0), ...deleted];
}

/** Returns each page's rank among the siblings that exist in both revisions. */
function ranksOf(pages: readonly PageVersion[], common: ReadonlySet<string>): Map<string, number> {
  const siblings = Map.groupBy(
    pages.filter(({ id }) => common.has(id)),
    ({ parentId }) => parentId,
  );
  return new Map([...siblings.values()].flatMap((group) => group.map(({ id }, rank) => [id, rank] as const)));
}

/**
 * Returns the unified diff of a page's text. Empty if it is unchanged, `undefined` if there are too many
 * differences.
 */
export async function diffPage(
  context: ReadContext,
  spaceId: string,
  { before, after }: Pick<PageDifference, "before" | "after">,
): Promise<string | undefined> {
  const [old, now] = await Promise.all(
    [before, after].map(async (page) => page && (await readVersion(context, spaceId, page))),
  );
  const [oldText, newText] = [old?.markdown ?? "", now?.markdown ?? ""];
  if (oldText === newText) return "";
  const [oldName, newName] = [`a/${old?.slug ?? "none"}.md`, `b/${now?.slug ?? "none"}.md`];
  return await runDocumentTask("diffTexts", { oldName, newName, oldText, newText });
}
