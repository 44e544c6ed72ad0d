import type { RevisionAuthor } from "@plugboard/api/client";
import { sql } from "kysely";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import { inStatements } from "@plugboard/platform/product";
import { comparePages } from "./compare-revisions.ts";
import { pathFromTitle } from "./page-path.ts";
import { placePage } from "./page-tree.ts";
import { deletePages, listSlugs } from "./pages.ts";
import { type OpenRevision, readLocations, reviseSpace, writeLocations } from "./revise-space.ts";
import { getRevision, listRevisionPages, type PageVersion, readVersion } from "./revisions.ts";
import { type PageContent, textsAtOnce, writePages } from "./write-pages.ts";

/**
 * Restores a revision as a new one: all its pages, or a single page, which returns to its parent if that
 * still exists. Emits `space_content_updated`, unless there are no differences.
 *
 * @throws PlatformError `not_found`, `conflict` if the space is in the trash
 */
export async function restoreRevision(
  context: PlatformContext,
  spaceId: string,
  revisionId: string,
  {
    pageId,
    author,
  }: { readonly pageId?: string | undefined; readonly author?: RevisionAuthor | undefined } = {},
): Promise<void> {
  const { number } = await getRevision(context, spaceId, revisionId);
  await reviseSpace(context, spaceId, author, async (revision) => {
    const db = { db: revision.transaction };
    const restored = await listRevisionPages(db, spaceId, number);
    const current = await listRevisionPages(db, spaceId, revision.number);
    if (pageId === undefined) return await restoreAll(revision, restored, current, number);
    const page = orNotFound(
      restored.find(({ id }) => id === pageId),
      `page ${pageId} in revision ${number} of space ${spaceId}`,
    );
    return await restorePage(revision, page, current, number);
  });
}

async function restoreAll(
  revision: OpenRevision,
  restored: readonly PageVersion[],
  current: readonly PageVersion[],
  number: number,
) {
  const differences = comparePages(current, restored);
  if (differences.length === 0) return undefined;
  const { transaction, spaceId } = revision;
  const changed = differences.filter(
    ({ changes }) => changes.includes("created") || changes.includes("edited") || changes.includes("renamed"),
  );
  // Pages may have swapped slugs: free all old ones before writing the new ones.
  await freeSlugs(
    revision,
    changed.flatMap(({ before }) => (before === undefined ? [] : [before.id])),
  );
  await deletePages(
    revision,
    differences.filter(({ changes }) => changes.includes("deleted")).map(({ pageId }) => pageId),
  );
  await writeRestored(
    revision,
    changed.flatMap(({ after }) => (after === undefined ? [] : [after])),
  );
  await writeLocations(revision, await readLocations(transaction, spaceId), restored);
  return {
    summary: `Restored revision ${number}`,
    restructured: true,
  };
}

async function restorePage(
  revision: OpenRevision,
  page: PageVersion,
  current: readonly PageVersion[],
  number: number,
) {
  const existing = current.find(({ id }) => id === page.id);
  if (existing?.version === page.version) return undefined;
  const taken = new Set(await listSlugs(revision));
  if (existing !== undefined) taken.delete(existing.slug);
  const slug = taken.has(page.slug) ? pathFromTitle(page.title, (path) => taken.has(path)) : page.slug;
  await writeRestored(revision, [{ ...page, slug }]);
  if (existing === undefined) {
    const isThere = current.some(({ id }) => id === page.parentId);
    const locations = await readLocations(revision.transaction, revision.spaceId);
    await writeLocations(revision, locations, placePage(locations, page.id, isThere ? page.parentId : null));
  }
  const summary = `Restored ${page.title} of revision ${number}`;
  return { summary, restructured: existing === undefined };
}

async function freeSlugs({ transaction, spaceId }: OpenRevision, pageIds: readonly string[]): Promise<void> {
  for (const part of inStatements(pageIds))
    await transaction
      .updateTable("pages")
      // Contains a space, which no page slug can.
      .set({ slug: sql<string>`'free ' || id` })
      .where("space_id", "=", spaceId)
      .where("id", "in", part)
      .execute();
}

/** Reads restored pages and writes them. */
async function writeRestored(revision: OpenRevision, pages: readonly PageVersion[]): Promise<void> {
  const { transaction, spaceId } = revision;
  for (let start = 0; start < pages.length; start += textsAtOnce) {
    const contents: PageContent[] = [];
    for (const page of pages.slice(start, start + textsAtOnce)) {
      const { markdown } = await readVersion({ db: transaction }, spaceId, page);
      contents.push({ id: page.id, slug: page.slug, title: page.title, markdown });
    }
    await writePages(revision, contents);
  }
}
