import { createTwoFilesPatch } from "diff";
import { found } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { pathFromTitle } from "./page-path.ts";
import { type PagePlace, placePage, placesOf } from "./page-tree.ts";
import { deletePageRow, insertPage, listSlugs } from "./pages.ts";
import {
  type OpenRevision,
  readPlaces,
  reviseSpace,
  type RevisionAuthor,
  writePlaces,
} from "./revise-space.ts";

/** One state of a space's pages. */
export interface Revision {
  readonly id: string;
  readonly spaceId: string;
  /** Counts the revisions of a space from 1. */
  readonly number: number;
  readonly summary: string;
  /** Absent for a state that was there before anybody changed it. */
  readonly author?: RevisionAuthor | undefined;
  readonly createdAt: number;
}

/** Which part of a space's revisions to read. */
export interface RevisionQuery {
  /** Only revisions before this number. */
  readonly before?: number | undefined;
  /** Only revisions that made a new version of this page. */
  readonly pageId?: string | undefined;
  readonly limit: number;
}

const maxNumber = 2 ** 31 - 1;
const columns = ["id", "space_id", "number", "summary", "author", "created_at"] as const;

interface RevisionRow {
  readonly id: string;
  readonly space_id: string;
  readonly number: number;
  readonly summary: string;
  readonly author: string | null;
  readonly created_at: number;
}

/**
 * The revisions of a space, newest first.
 *
 * @example
 * import { listRevisions, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { number, summary } of await listRevisions(platform, "spc_1", { limit: 20 })) console.log(number, summary);
 */
export async function listRevisions(
  { db }: PlatformContext,
  spaceId: string,
  { before = maxNumber, pageId, limit }: RevisionQuery,
): Promise<Revision[]> {
  let query = db
    .selectFrom("revisions")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("number", "<", before)
    .orderBy("number", "desc")
    .limit(limit);
  if (pageId !== undefined)
    query = query.where("number", "in", (versions) =>
      versions
        .selectFrom("page_versions")
        .select("number")
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId),
    );
  const rows = await query.execute();
  return rows.map(toRevision);
}

/**
 * One revision of a space.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getRevision, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { number, author } = await getRevision(platform, "spc_1", "rev_1");
 * console.log(number, author);
 */
export async function getRevision({ db }: PlatformContext, spaceId: string, id: string): Promise<Revision> {
  const row = await db
    .selectFrom("revisions")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return toRevision(found(row, `revision ${id} of space ${spaceId}`));
}

function toRevision({ id, space_id, number, summary, author, created_at }: RevisionRow): Revision {
  return {
    id,
    spaceId: space_id,
    number,
    summary,
    // Written by this module alone.
    author: author === null ? undefined : (JSON.parse(author) as RevisionAuthor),
    createdAt: created_at,
  };
}

/** A page as it was in a revision, without its text. */
export interface PageVersion extends PagePlace {
  readonly title: string;
  readonly slug: string;
  /** The number of the revision that made this version. */
  readonly version: number;
}

/**
 * The pages of a revision, in the order of their tree.
 *
 * @example
 * import { getRevision, listRevisionPages, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { number } = await getRevision(platform, "spc_1", "rev_1");
 * for (const { title } of await listRevisionPages(platform, "spc_1", number)) console.log(title);
 */
export async function listRevisionPages(
  { db }: Pick<PlatformContext, "db">,
  spaceId: string,
  number: number,
): Promise<PageVersion[]> {
  const structure = await db
    .selectFrom("revisions")
    .select("tree")
    .where("space_id", "=", spaceId)
    .where("number", "<=", number)
    .where("tree", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  // Written by the platform alone.
  const tree = JSON.parse(structure?.tree ?? "[]") as (readonly [string, string | null])[];
  const rows = await db
    .selectFrom("page_versions as page")
    .innerJoin(
      (versions) =>
        versions
          .selectFrom("page_versions")
          .select(({ fn }) => ["page_id", fn.max("number").as("number")])
          .where("space_id", "=", spaceId)
          .where("number", "<=", number)
          .groupBy("page_id")
          .as("newest"),
      (join) => join.onRef("newest.page_id", "=", "page.page_id").onRef("newest.number", "=", "page.number"),
    )
    .select(["page.page_id as id", "page.number as version", "page.title", "page.slug"])
    .where("page.space_id", "=", spaceId)
    .execute();
  const versions = new Map(rows.map((row) => [row.id, row]));
  const places = new Map(placesOf(tree).map((place) => [place.id, place]));
  return tree.flatMap(([id]) => {
    const [version, place] = [versions.get(id), places.get(id)];
    return version === undefined || place === undefined ? [] : [{ ...version, ...place }];
  });
}

/** What a page said in a revision. */
export interface PageTextVersion {
  readonly revisionId: string;
  readonly title: string;
  readonly slug: string;
  readonly markdown: string;
}

/**
 * What a page said in a revision.
 *
 * @throws PlatformError `not_found` where the revision has no such page
 * @example
 * import { getRevisionPage, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { markdown } = await getRevisionPage(platform, "spc_1", 7, "pag_1");
 * console.log(markdown);
 */
export async function getRevisionPage(
  context: Pick<PlatformContext, "db">,
  spaceId: string,
  number: number,
  pageId: string,
): Promise<PageTextVersion> {
  const pages = await listRevisionPages(context, spaceId, number);
  const page = found(
    pages.find(({ id }) => id === pageId),
    `page ${pageId} in revision ${number} of space ${spaceId}`,
  );
  return await readVersion(context, spaceId, page);
}

async function readVersion(
  { db }: Pick<PlatformContext, "db">,
  spaceId: string,
  { id, version }: PageVersion,
): Promise<PageTextVersion> {
  return await db
    .selectFrom("page_versions")
    .select(["revision_id as revisionId", "title", "slug", "markdown"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", id)
    .where("number", "=", version)
    .executeTakeFirstOrThrow();
}

/** What is different about one page between two revisions. */
export interface PageDifference {
  readonly pageId: string;
  readonly title: string;
  readonly changes: readonly ("created" | "deleted" | "renamed" | "edited" | "moved")[];
  readonly before?: PageVersion | undefined;
  readonly after?: PageVersion | undefined;
}

/**
 * What is different between the pages of two revisions, without their texts: those of the newer one in its order, then those
 * that it has no more. `edited` says that a page was saved, which {@link diffPage} looks into.
 *
 * @example
 * import { comparePages, listRevisionPages, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const [before, after] = [await listRevisionPages(platform, "spc_1", 6), await listRevisionPages(platform, "spc_1", 7)];
 * console.log(comparePages(before, after));
 */
export function comparePages(
  before: readonly PageVersion[],
  after: readonly PageVersion[],
): PageDifference[] {
  const old = new Map(before.map((page) => [page.id, page]));
  const kept = new Set(after.map(({ id }) => id).filter((id) => old.has(id)));
  const [oldRanks, newRanks] = [ranksOf(before, kept), ranksOf(after, kept)];
  const differences = after.map((page): PageDifference => {
    const { id: pageId, title } = page;
    const was = old.get(pageId);
    if (was === undefined) return { pageId, title, changes: ["created"], after: page };
    const changes = [
      ["renamed", was.title !== title || was.slug !== page.slug],
      ["edited", was.version !== page.version],
      ["moved", was.parentId !== page.parentId || oldRanks.get(pageId) !== newRanks.get(pageId)],
    ] as const;
    const made = changes.filter(([, isMade]) => isMade).map(([name]) => name);
    return { pageId, title, changes: made, before: was, after: page };
  });
  const deleted = before
    .filter(({ id }) => !kept.has(id))
    .map(
      (page): PageDifference => ({ pageId: page.id, title: page.title, changes: ["deleted"], before: page }),
    );
  return [...differences.filter(({ changes }) => changes.length > 0), ...deleted];
}

/** The place of each page among the pages beside it that both revisions have. */
function ranksOf(pages: readonly PageVersion[], kept: ReadonlySet<string>): Map<string, number> {
  const siblings = Map.groupBy(
    pages.filter(({ id }) => kept.has(id)),
    ({ parentId }) => parentId,
  );
  return new Map([...siblings.values()].flatMap((group) => group.map(({ id }, rank) => [id, rank] as const)));
}

// A diff takes time with the square of the lines that differ.
const maxDifferentLines = 1000;

/**
 * How the text of a page changed, as a unified diff: empty where it did not, `undefined` where too much of it did.
 *
 * @example
 * import { comparePages, diffPage, listRevisionPages, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const [before, after] = [await listRevisionPages(platform, "spc_1", 6), await listRevisionPages(platform, "spc_1", 7)];
 * for (const page of comparePages(before, after)) console.log(await diffPage(platform, "spc_1", page));
 */
export async function diffPage(
  context: Pick<PlatformContext, "db">,
  spaceId: string,
  { before, after }: Pick<PageDifference, "before" | "after">,
): Promise<string | undefined> {
  const [old, now] = await Promise.all(
    [before, after].map(async (page) => page && (await readVersion(context, spaceId, page))),
  );
  const [oldText, newText] = [old?.markdown ?? "", now?.markdown ?? ""];
  if (oldText === newText) return "";
  const [oldName, newName] = [`a/${old?.slug ?? "none"}.md`, `b/${now?.slug ?? "none"}.md`];
  return createTwoFilesPatch(oldName, newName, oldText, newText, undefined, undefined, {
    maxEditLength: maxDifferentLines,
  });
}

/**
 * Brings a revision back as a new one: all pages as they were, or only one, which goes back below its parent where that is
 * still there. Emits `space_content_updated`, unless nothing is different.
 *
 * @throws PlatformError `not_found`, `conflict` for a space in the trash
 * @example
 * import { restoreRevision, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await restoreRevision(platform, "spc_1", "rev_1", { pageId: "pag_1" });
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
    const wanted = await listRevisionPages(db, spaceId, number);
    const current = await listRevisionPages(db, spaceId, revision.number);
    if (pageId === undefined) return await restoreAll(revision, wanted, current, number);
    const page = found(
      wanted.find(({ id }) => id === pageId),
      `page ${pageId} in revision ${number} of space ${spaceId}`,
    );
    return await restorePage(revision, page, current, number);
  });
}

async function restoreAll(
  revision: OpenRevision,
  wanted: readonly PageVersion[],
  current: readonly PageVersion[],
  number: number,
) {
  const differences = comparePages(current, wanted);
  if (differences.length === 0) return undefined;
  const { transaction, spaceId } = revision;
  const texts = differences.filter(
    ({ changes }) => changes.includes("created") || changes.includes("edited") || changes.includes("renamed"),
  );
  // Two pages may have swapped their slugs: all old ones go before the first new one comes.
  for (const { before } of differences) if (before !== undefined) await freeSlug(revision, before.id);
  for (const { pageId, changes } of differences)
    if (changes.includes("deleted")) await deletePageRow(revision, pageId);
  for (const { after } of differences)
    if (after !== undefined)
      await writeVersion(
        revision,
        after,
        after.slug,
        texts.some(({ pageId }) => pageId === after.id),
      );
  await writePlaces(revision, await readPlaces(transaction, spaceId), wanted);
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
  const known = current.find(({ id }) => id === page.id);
  if (known?.version === page.version) return undefined;
  const taken = new Set(await listSlugs(revision));
  if (known !== undefined) taken.delete(known.slug);
  const slug = taken.has(page.slug) ? pathFromTitle(page.title, (path) => taken.has(path)) : page.slug;
  await writeVersion(revision, page, slug, true);
  if (known === undefined) {
    const isThere = current.some(({ id }) => id === page.parentId);
    const places = await readPlaces(revision.transaction, revision.spaceId);
    await writePlaces(revision, places, placePage(places, page.id, isThere ? page.parentId : null));
  }
  const summary = `Restored ${page.title} of revision ${number}`;
  return { summary, pageIds: [page.id], restructured: known === undefined };
}

async function freeSlug({ transaction, spaceId }: OpenRevision, pageId: string): Promise<void> {
  // No slug of a page has a space.
  const slug = `free ${pageId}`;
  await transaction
    .updateTable("pages")
    .set({ slug })
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .execute();
}

/** Writes a page as it was, at a slug. A page whose text is the same keeps its version. */
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
  if (updated.numUpdatedRows === 0n) await insertPage(revision, { id: page.id, slug, title, markdown });
}
