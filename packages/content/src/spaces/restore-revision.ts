import type { RevisionAuthor } from "@plugboard/api/client";
import { sql } from "kysely";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { inStatements } from "@plugboard/platform/product";
import type { ReadContext } from "../database/read-context.ts";
import { tablesOf } from "../database/tables-of.ts";
import { comparePages } from "./compare-revisions.ts";
import { pathFromTitle } from "./page-path.ts";
import { placePage } from "./page-tree.ts";
import { deletePageRows, deletePages, listSlugs } from "./pages.ts";
import {
  type Manages,
  type OpenRevision,
  readLocations,
  type Revised,
  reviseSpace,
  writeLocations,
} from "./revise-space.ts";
import { getRevision, listRevisionPages, type PageVersion, readVersion } from "./revisions.ts";
import { type StagedRevision, withStagedRevision } from "./stage-revision.ts";
import { countCharacters, type PageContent, showVersions, textsAtOnce, writePages } from "./write-pages.ts";

/**
 * Restores a revision as a new one: all its pages, or a single page, which returns to its parent if that
 * still exists. Emits `space_content_updated`, unless there are no differences. The texts of a large revision are stored in
 * small transactions before it is published.
 *
 * @throws PlatformError `not_found`, `conflict` if the space is in the trash, or changes while a large revision is restored
 */
export async function restoreRevision(
  context: PlatformContext,
  spaceId: string,
  revisionId: string,
  { pageId, author, manages }: Restoring & { readonly pageId?: string | undefined } = {},
): Promise<void> {
  const { number } = await getRevision(context, spaceId, revisionId);
  if (pageId === undefined) return await restoreAll(context, spaceId, { author, manages }, number);
  const restoreOne = async (revision: OpenRevision) => {
    const db = { db: revision.transaction };
    const restored = await listRevisionPages(db, spaceId, number);
    const current = await listRevisionPages(db, spaceId, revision.number);
    const page = orNotFound(
      restored.find(({ id }) => id === pageId),
      `page ${pageId} in revision ${number} of space ${spaceId}`,
    );
    return await restorePage(revision, page, current, number);
  };
  await reviseSpace(context, spaceId, author, restoreOne, { manages });
}

interface Restoring {
  readonly author?: RevisionAuthor | undefined;
  readonly manages?: Manages | undefined;
}

const maxTries = 3;

async function restoreAll(
  context: PlatformContext,
  spaceId: string,
  { author, manages }: Restoring,
  number: number,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const space = await readSpace(context, spaceId);
    const changes = await findChanges(context, spaceId, number, space.revisionNumber);
    if (changes.written.length + changes.removed.length <= textsAtOnce) break;
    const owner = { organizationId: space.organizationId, spaceId, number: space.revisionNumber + 1 };
    const contents = await readContents(context, spaceId, changes.written);
    let isCurrent = true;
    // oxlint-disable-next-line no-loop-func -- awaited in the same turn of the loop
    const publish = async (staged: StagedRevision): Promise<void> => {
      await reviseSpace(
        context,
        spaceId,
        author,
        async (revision) => {
          isCurrent = revision.number === owner.number;
          if (!isCurrent)
            throw new PlatformError("conflict", "The space keeps changing. Nothing was restored. Try again.");
          await freeSlugs(revision, changes.replaced);
          await deletePageRows(revision, changes.removed);
          await showVersions(
            revision,
            contents.map((page) => ({ ...page, characters: countCharacters(page.markdown) })),
          );
          return await arrange(revision, changes, number);
        },
        { staged, manages },
      );
    };
    try {
      return await withStagedRevision(context, owner, contents, publish);
    } catch (error) {
      // Another person changed the space while the texts were stored.
      if (isCurrent || tries === maxTries) throw error;
    }
  }
  const restore = async (revision: OpenRevision) => {
    const db = { db: revision.transaction };
    const changes = await findChanges(db, spaceId, number, revision.number);
    if (!changes.isDifferent) return undefined;
    await freeSlugs(revision, changes.replaced);
    await deletePages(revision, changes.removed);
    await writePages(revision, await readContents(db, spaceId, changes.written));
    return await arrange(revision, changes, number);
  };
  await reviseSpace(context, spaceId, author, restore, { manages });
}

/** The changes that restore a revision. */
interface RestoringChanges {
  readonly isDifferent: boolean;
  /** All pages of the restored revision. */
  readonly restored: readonly PageVersion[];
  readonly written: readonly PageVersion[];
  /** The IDs of existing pages that are written. */
  readonly replaced: readonly string[];
  /** The IDs of deleted pages. */
  readonly removed: readonly string[];
}

async function findChanges(
  context: ReadContext,
  spaceId: string,
  number: number,
  currentNumber: number,
): Promise<RestoringChanges> {
  const restored = await listRevisionPages(context, spaceId, number);
  const current = await listRevisionPages(context, spaceId, currentNumber);
  const differences = comparePages(current, restored);
  const changed = differences.filter(
    ({ changes }) => changes.includes("created") || changes.includes("edited") || changes.includes("renamed"),
  );
  return {
    isDifferent: differences.length > 0,
    restored,
    written: changed.flatMap(({ after }) => (after === undefined ? [] : [after])),
    replaced: changed.flatMap(({ before }) => (before === undefined ? [] : [before.id])),
    removed: differences.filter(({ changes }) => changes.includes("deleted")).map(({ pageId }) => pageId),
  };
}

async function arrange(
  revision: OpenRevision,
  { restored }: RestoringChanges,
  number: number,
): Promise<Revised> {
  await writeLocations(revision, await readLocations(revision.transaction, revision.spaceId), restored);
  return { summary: `Restored revision ${number}`, restructured: true };
}

async function readSpace({ db }: ReadContext, spaceId: string) {
  const space = await tablesOf(db)
    .selectFrom("spaces")
    .select(["organization_id as organizationId", "revision_number as revisionNumber"])
    .where("id", "=", spaceId)
    .executeTakeFirst();
  return orNotFound(space, `space ${spaceId}`);
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
  const [content] = await readContents({ db: revision.transaction }, revision.spaceId, [page]);
  if (content !== undefined) await writePages(revision, [{ ...content, slug }]);
  if (existing === undefined) {
    const isThere = current.some(({ id }) => id === page.parentId);
    const locations = await readLocations(revision.transaction, revision.spaceId);
    await writeLocations(revision, locations, placePage(locations, page.id, isThere ? page.parentId : null));
  }
  const summary = `Restored ${page.title} of revision ${number}`;
  return { summary, restructured: existing === undefined };
}

// Pages may have swapped slugs: all old ones are freed before the new ones are written.
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

async function readContents(
  context: ReadContext,
  spaceId: string,
  pages: readonly PageVersion[],
): Promise<PageContent[]> {
  const contents: PageContent[] = [];
  for (const page of pages) {
    const { markdown } = await readVersion(context, spaceId, page);
    contents.push({ id: page.id, slug: page.slug, title: page.title, markdown });
  }
  return contents;
}
