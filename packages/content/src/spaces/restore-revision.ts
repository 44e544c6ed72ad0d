import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import { comparePages } from "./compare-revisions.ts";
import { pathFromTitle } from "./page-path.ts";
import { placePage } from "./page-tree.ts";
import { deletePageRows, insertPages, listSlugs } from "./pages.ts";
import { type OpenRevision, readLocations, reviseSpace, writeLocations } from "./revise-space.ts";
import { getRevision, listRevisionPages, type PageVersion, readVersion } from "./revisions.ts";

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
  const texts = differences.filter(
    ({ changes }) => changes.includes("created") || changes.includes("edited") || changes.includes("renamed"),
  );
  const changedIds = new Set(texts.map(({ pageId }) => pageId));
  // Pages may have swapped slugs: free all old ones before writing the new ones.
  for (const { before } of differences) if (before !== undefined) await freeSlug(revision, before.id);
  await deletePageRows(
    revision,
    differences.filter(({ changes }) => changes.includes("deleted")).map(({ pageId }) => pageId),
  );
  for (const { after } of differences)
    if (after !== undefined) await writeVersion(revision, after, after.slug, changedIds.has(after.id));
  await writeLocations(revision, await readLocations(transaction, spaceId), restored);
  return {
    summary: `Restored revision ${number}`,
    pageIds: texts.map(({ pageId }) => pageId),
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
  await writeVersion(revision, page, slug, true);
  if (existing === undefined) {
    const isThere = current.some(({ id }) => id === page.parentId);
    const locations = await readLocations(revision.transaction, revision.spaceId);
    await writeLocations(revision, locations, placePage(locations, page.id, isThere ? page.parentId : null));
  }
  const summary = `Restored ${page.title} of revision ${number}`;
  return { summary, pageIds: [page.id], restructured: existing === undefined };
}

async function freeSlug({ transaction, spaceId }: OpenRevision, pageId: string): Promise<void> {
  // Contains a space, which no page slug can.
  const slug = `free ${pageId}`;
  await transaction
    .updateTable("pages")
    .set({ slug })
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .execute();
}

/** Writes a restored page with a slug. A page with unchanged text keeps its version. */
async function writeVersion(
  revision: OpenRevision,
  page: PageVersion,
  slug: string,
  isChanged: boolean,
): Promise<void> {
  const { transaction, spaceId, id: revision_id, now: updated_at } = revision;
  const { title, markdown } = await readVersion({ db: transaction }, spaceId, page);
  const updated = await transaction
    .updateTable("pages")
    .set(isChanged ? { slug, title, markdown, revision_id, updated_at } : { slug })
    .where("space_id", "=", spaceId)
    .where("id", "=", page.id)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) await insertPages(revision, [{ id: page.id, slug, title, markdown }]);
}
