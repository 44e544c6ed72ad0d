import type { RevisionAuthor } from "@plugboard/api/client";
import type { RevisionResource } from "../client/types.ts";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import type { WithUnixTimes } from "@plugboard/platform/product";
import { type PageLocation, locationsOf } from "./page-tree.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ReadContext } from "../database/read-context.ts";

/** A state of a space's pages. */
export type Revision = WithUnixTimes<RevisionResource, "createdAt">;

/** Filters for revisions. */
export interface RevisionQuery {
  /** Only revisions before this number. */
  readonly before?: number | undefined;
  /** Only revisions that created a new version of this page. */
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
 * Returns the revisions of a space, newest first.
 */
export async function listRevisions(
  { db }: PlatformContext,
  spaceId: string,
  { before = maxNumber, pageId, limit }: RevisionQuery,
): Promise<Revision[]> {
  let query = tablesOf(db)
    .selectFrom("revisions")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("number", "<", before)
    .orderBy("number", "desc")
    .limit(limit);
  if (pageId !== undefined)
    query = query.where(
      "number",
      "in",
      selectVersions(db, spaceId).select("number").where("page_id", "=", pageId),
    );
  const rows = await query.execute();
  return rows.map(toRevision);
}

/**
 * Returns a revision of a space.
 *
 * @throws PlatformError `not_found`
 */
export async function getRevision({ db }: PlatformContext, spaceId: string, id: string): Promise<Revision> {
  const row = await tablesOf(db)
    .selectFrom("revisions")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return toRevision(orNotFound(row, `revision ${id} of space ${spaceId}`));
}

function toRevision({ id, space_id, number, summary, author, created_at }: RevisionRow): Revision {
  return {
    id,
    spaceId: space_id,
    number,
    summary,
    // Written only by this module.
    author: author === null ? undefined : (JSON.parse(author) as RevisionAuthor),
    createdAt: created_at,
  };
}

/** A page in a revision, without its text. */
export interface PageVersion extends PageLocation {
  readonly title: string;
  readonly slug: string;
  /** The number of the revision that created this version. */
  readonly version: number;
}

/**
 * Returns the pages of a revision in tree order.
 */
export async function listRevisionPages(
  { db }: ReadContext,
  spaceId: string,
  number: number,
): Promise<PageVersion[]> {
  const structure = await tablesOf(db)
    .selectFrom("revisions")
    .select("tree")
    .where("space_id", "=", spaceId)
    .where("number", "<=", number)
    .where("tree", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  // Written only by the platform.
  const tree = JSON.parse(structure?.tree ?? "[]") as (readonly [string, string | null])[];
  const newest = selectVersions(db, spaceId)
    .select(({ fn }) => ["page.page_id", fn.max("page.number").as("number")])
    .where("page.number", "<=", number)
    .groupBy("page.page_id");
  const rows = await selectVersions(db, spaceId)
    .innerJoin(newest.as("newest"), (join) =>
      join.onRef("newest.page_id", "=", "page.page_id").onRef("newest.number", "=", "page.number"),
    )
    .select(["page.page_id as id", "page.number as version", "page.title", "page.slug"])
    .execute();
  const versions = new Map(rows.map((row) => [row.id, row]));
  const locations = new Map(locationsOf(tree).map((location) => [location.id, location]));
  return tree.flatMap(([id]) => {
    const [version, location] = [versions.get(id), locations.get(id)];
    return version === undefined || location === undefined ? [] : [{ ...version, ...location }];
  });
}

/** Selects the page versions of a space's revisions, as `page`, without those of staged ones. */
function selectVersions(db: ReadContext["db"], spaceId: string) {
  return tablesOf(db)
    .selectFrom("page_versions as page")
    .where("page.space_id", "=", spaceId)
    .where("page.revision_id", "not in", selectStaged(db, spaceId));
}

/** Selects the IDs of revisions whose page versions are stored, but not published. */
export function selectStaged(db: ReadContext["db"], spaceId: string) {
  return tablesOf(db)
    .selectFrom("staged_revisions")
    .select("staged_revisions.id")
    .where("staged_revisions.space_id", "=", spaceId)
    .where("state", "!=", "published");
}

/** The text of a page in a revision. */
export interface PageTextVersion {
  readonly revisionId: string;
  readonly title: string;
  readonly slug: string;
  readonly markdown: string;
}

/**
 * Returns the text of a page in a revision.
 *
 * @throws PlatformError `not_found` if the revision does not contain the page
 */
export async function getRevisionPage(
  context: ReadContext,
  spaceId: string,
  number: number,
  pageId: string,
): Promise<PageTextVersion> {
  const pages = await listRevisionPages(context, spaceId, number);
  const page = orNotFound(
    pages.find(({ id }) => id === pageId),
    `page ${pageId} in revision ${number} of space ${spaceId}`,
  );
  return await readVersion(context, spaceId, page);
}

/** Returns the text of a page version. */
export async function readVersion(
  { db }: ReadContext,
  spaceId: string,
  { id, version }: PageVersion,
): Promise<PageTextVersion> {
  return await selectVersions(db, spaceId)
    .select(["revision_id as revisionId", "title", "slug", "markdown"])
    .where("page_id", "=", id)
    .where("page.number", "=", version)
    .executeTakeFirstOrThrow();
}
