import type { RevisionAuthor } from "@plugboard/api/client";
import { parseBlocks } from "../markdown.ts";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { createIdFromKey, inList, inStatements, planQuery } from "@plugboard/platform/product";
import { pathFromTitle } from "./page-path.ts";
import { orderPages, placePage, removePages, withDescendants } from "./page-tree.ts";
import { isOnSites } from "./pages-with-text.ts";
import { publishSharedDraft } from "./publish-shared-draft.ts";
import {
  type Manages,
  type OpenRevision,
  readLocations,
  reviseSpace,
  writeLocations,
} from "./revise-space.ts";
import type { Kysely } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { deleteTerms, writePages } from "./write-pages.ts";
import type { ReadContext } from "../database/read-context.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** A page without its text. */
export interface ListedPage {
  readonly id: string;
  readonly spaceId: string;
  readonly slug: string;
  readonly title: string;
  /** The parent page. `null` at the top level. */
  readonly parentId: string | null;
  /** The position among its siblings. */
  readonly position: number;
  /** The length of its text, in characters. */
  readonly characters: number;
  /** The revision that last changed its text. */
  readonly revisionId: string;
  readonly updatedAt: number;
}

/** A page with its text. */
export interface Page extends ListedPage {
  readonly markdown: string;
}

const listedColumns = [
  "pages.id",
  "pages.space_id as spaceId",
  "pages.slug",
  "pages.title",
  "pages.parent_id as parentId",
  "pages.position",
  "pages.characters",
  "pages.revision_id as revisionId",
  "pages.updated_at as updatedAt",
] as const;

const selectListed = planQuery((db: Kysely<ContentTables>, { spaceId }: { readonly spaceId: string }) =>
  db.selectFrom("pages").select(listedColumns).where("space_id", "=", spaceId),
);

/** Selects pages with their text. */
function selectPages({ db }: ReadContext) {
  return joinTexts(db).select([...listedColumns, "text.markdown"]);
}

/** Selects from pages joined with the version that has their text, as `text`. */
export function joinTexts(db: ReadContext["db"]) {
  return tablesOf(db)
    .selectFrom("pages")
    .innerJoin("page_versions as text", (join) =>
      join
        .onRef("text.space_id", "=", "pages.space_id")
        .onRef("text.page_id", "=", "pages.id")
        .onRef("text.number", "=", "pages.number")
        .onRef("text.revision_id", "=", "pages.revision_id"),
    );
}

/**
 * Returns the pages of a space in tree order, parents before their children, without their text.
 *
 * @example
 * import { listPages } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { id, title } of await listPages(platform, "spc_1")) console.log(id, title);
 */
export async function listPages({ db }: ReadContext, spaceId: string): Promise<ListedPage[]> {
  return orderPages(await selectListed(tablesOf(db), { spaceId }));
}

/**
 * Returns those of the given spaces that have a page with this path, with text, and without conditions.
 *
 * @example
 * import { findSpacesWithPath } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await findSpacesWithPath(platform, ["spc_1", "spc_2"], "setup")).has("spc_2"));
 */
export async function findSpacesWithPath(
  { db }: ReadContext,
  spaces: readonly string[],
  path: string,
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(db)
    .selectFrom("pages")
    .leftJoin("page_conditions", "page_conditions.page_id", "pages.id")
    .select("pages.space_id as spaceId")
    .where("pages.space_id", "in", inList(spaces))
    .where("slug", "=", path)
    .where("characters", ">", 0)
    .where("page_conditions.page_id", "is", null)
    .execute();
  return new Set(rows.map(({ spaceId }) => spaceId));
}

/**
 * Returns the pages of a space with their text, which can be many megabytes.
 *
 * @example
 * import { listPagesWithText } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { title, markdown } of await listPagesWithText(platform, "spc_1")) console.log(title, markdown.length);
 */
export async function listPagesWithText(context: PlatformContext, spaceId: string): Promise<Page[]> {
  return orderPages(await selectPages(context).where("pages.space_id", "=", spaceId).execute());
}

/**
 * Returns a page of a space.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getPage } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { markdown } = await getPage(platform, "spc_1", "pag_1");
 * console.log(markdown);
 */
export async function getPage(context: ReadContext, spaceId: string, pageId: string): Promise<Page> {
  const page = await selectPages(context)
    .where("pages.space_id", "=", spaceId)
    .where("pages.id", "=", pageId)
    .executeTakeFirst();
  return orNotFound(page, `page ${pageId} in space ${spaceId}`);
}

/**
 * Returns a page whose drafts can change.
 *
 * @throws PlatformError `not_found`, also for a page of a space in the trash
 */
export async function requireDraftable(context: ReadContext, spaceId: string, pageId: string): Promise<Page> {
  const page = await getPage(context, spaceId, pageId);
  const trashed = await tablesOf(context.db)
    .selectFrom("spaces")
    .select("id")
    .where("id", "=", spaceId)
    .where("trashed_at", "is not", null)
    .executeTakeFirst();
  if (trashed !== undefined)
    throw new PlatformError("not_found", `Space ${spaceId} is in the trash. Restore it to edit its pages.`);
  return page;
}

/** Options of a new page. */
export interface NewPage {
  readonly title: string;
  /** Defaults to a slug from the title. */
  readonly slug?: string | undefined;
  readonly markdown?: string | undefined;
  readonly parentId?: string | undefined;
  /** Defaults to the end. */
  readonly position?: number | undefined;
  readonly author?: RevisionAuthor | undefined;
  /** Repeating the call with the same key returns the same page. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a page as a new revision of its space, and emits `space_content_updated`.
 *
 * @throws PlatformError `not_found` (space or parent), `invalid_request` (too many blocks, or a block is too
 * large), `conflict` (the slug is taken, or the space is full or in the trash), `forbidden` (the page has text, which needs
 * an approval in this space)
 *
 * @example
 * import { createPage } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id, slug } = await createPage(platform, "spc_1", { title: "Getting started" });
 * console.log(id, slug);
 */
export async function createPage(context: PlatformContext, spaceId: string, page: NewPage): Promise<Page> {
  requireSmallBlocks(page.markdown);
  const id = createIdFromKey("pag", spaceId, page.idempotencyKey, context.now());
  const { author } = page;
  const create = async (revision: OpenRevision) => {
    const locations = await readLocations(revision.transaction, spaceId);
    if (locations.some((location) => location.id === id)) return undefined;
    if (locations.length >= contentLimits.spacePages)
      throw new PlatformError("conflict", `A space can have at most ${contentLimits.spacePages} pages.`);
    const slug = await chooseSlug(revision, page);
    const placed = placePage(locations, id, page.parentId ?? null, page.position);
    await writePages(revision, [{ id, slug, title: page.title, markdown: page.markdown ?? "" }]);
    await writeLocations(revision, locations, placed);
    const written = await getPage({ db: revision.transaction }, spaceId, id);
    const isApproved = written.characters === 0;
    return { summary: `Created ${page.title}`, restructured: true, page: written, isApproved };
  };
  const created = await reviseSpace(context, spaceId, author, create);
  return created?.page ?? (await getPage(context, spaceId, id));
}

async function chooseSlug(revision: OpenRevision, { slug, title }: NewPage): Promise<string> {
  if (slug !== undefined) {
    await requireFreeSlug(revision, slug);
    return slug;
  }
  const taken = await listSlugs(revision);
  return pathFromTitle(title, (path) => taken.has(path));
}

/** Returns the slugs of a space's pages. */
export async function listSlugs({ transaction, spaceId }: OpenRevision): Promise<ReadonlySet<string>> {
  const rows = await transaction.selectFrom("pages").select("slug").where("space_id", "=", spaceId).execute();
  return new Set(rows.map(({ slug }) => slug));
}

async function requireFreeSlug(
  { transaction, spaceId }: OpenRevision,
  slug: string,
  pageId?: string,
): Promise<void> {
  const other = await transaction
    .selectFrom("pages")
    .select(["id", "title"])
    .where("space_id", "=", spaceId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (other === undefined || other.id === pageId) return;
  throw new PlatformError(
    "conflict",
    `The path ${slug} is taken by the page ${other.title}. Choose another.`,
  );
}

/** Changes to a page. Omitted fields stay unchanged. */
export interface PageEdit {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly markdown?: string | undefined;
  /** The edit fails unless this is the page's current revision. */
  readonly ifRevisionId?: string | undefined;
  /** The shared draft that is published. It is then based on the new revision. */
  readonly sharedDraftId?: string | undefined;
  readonly author?: RevisionAuthor | undefined;
  readonly manages?: Manages | undefined;
}

/**
 * Saves a page as a new revision of its space and emits `space_content_updated`, in one transaction.
 *
 * @throws PlatformError `not_found`, `precondition_failed`, `invalid_request` (too many blocks, or a block is
 * too large), `conflict` (the slug is taken, or the space is in the trash), `forbidden` (the space requires an approval)
 *
 * @example
 * import { savePage } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { revisionId } = await savePage(platform, "spc_1", "pag_1", { markdown: "# Welcome\n" });
 * console.log(revisionId);
 */
export async function savePage(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  { title, slug, markdown, ifRevisionId, sharedDraftId, author, manages }: PageEdit,
): Promise<Page> {
  requireSmallBlocks(markdown);
  const save = async (revision: OpenRevision) => {
    const db = { db: revision.transaction };
    const before = await getPage(db, spaceId, pageId);
    if (ifRevisionId !== undefined && ifRevisionId !== before.revisionId)
      throw new PlatformError("precondition_failed", "The page has changed. Read it and try again.");
    if (slug !== undefined) await requireFreeSlug(revision, slug, pageId);
    const written = {
      id: pageId,
      title: title ?? before.title,
      slug: slug ?? before.slug,
      markdown: markdown ?? before.markdown,
    };
    const staysHidden =
      written.markdown === "" && !isOnSites(await readLocations(revision.transaction, spaceId), pageId);
    await writePages(revision, [written]);
    const isReviewed =
      sharedDraftId !== undefined &&
      (await publishSharedDraft(revision, sharedDraftId, before, written)) &&
      slug === undefined;
    const isApproved = staysHidden || isReviewed;
    const verb = markdown === undefined ? "Renamed" : "Edited";
    // Read inside the transaction. Afterwards the page may already contain a later edit, which the caller's
    // next edit would then overwrite.
    const page = await getPage(db, spaceId, pageId);
    return { summary: `${verb} ${page.title}`, page, isApproved };
  };
  const saved = await reviseSpace(context, spaceId, author, save, { manages });
  return saved.page;
}

/**
 * @throws PlatformError `invalid_request` if a page has too many integration blocks, or one that is too large
 */
export function requireSmallBlocks(markdown: string = ""): void {
  const blocks = parseBlocks(markdown);
  const large = blocks.find(
    ({ props }) => Buffer.byteLength(JSON.stringify(props)) > contentLimits.blockPropsBytes,
  );
  const message =
    large === undefined
      ? blocks.length > contentLimits.pageBlocks &&
        `has more than ${contentLimits.pageBlocks} integration blocks`
      : `has a block of ${large.integration} on line ${large.line + 1} whose props are larger than ${contentLimits.blockPropsBytes} bytes`;
  if (message !== false)
    throw new PlatformError("invalid_request", `The page ${message}.`, [{ path: "markdown", message }]);
}

/** The target of a page move. */
export interface PageMove {
  /** `null` for the top level. */
  readonly parentId: string | null;
  /** Defaults to the end. */
  readonly position?: number | undefined;
  readonly author?: RevisionAuthor | undefined;
  readonly manages?: Manages | undefined;
}

/**
 * Moves a page with its descendants as a new revision of its space, and emits `space_content_updated`.
 *
 * @throws PlatformError `not_found`, `conflict` (below itself, too deep, or the space is in the trash)
 */
export async function movePage(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  { parentId, position, author, manages }: PageMove,
): Promise<Page> {
  const { title } = await getPage(context, spaceId, pageId);
  const move = async (revision: OpenRevision) => {
    const locations = await readLocations(revision.transaction, spaceId);
    orNotFound(
      locations.find(({ id }) => id === pageId),
      `page ${pageId} in space ${spaceId}`,
    );
    const isApproved = !isOnSites(locations, pageId);
    await writeLocations(revision, locations, placePage(locations, pageId, parentId, position));
    const page = await getPage({ db: revision.transaction }, spaceId, pageId);
    return { summary: `Moved ${title}`, restructured: true, page, isApproved };
  };
  const moved = await reviseSpace(context, spaceId, author, move, { manages });
  return moved.page;
}

/**
 * Deletes a page with its descendants as a new revision of its space, and emits `space_content_updated`.
 * Restoring an older revision brings them back.
 *
 * @throws PlatformError `not_found`, `conflict` if the space is in the trash
 */
export async function deletePage(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  { author, manages }: Pick<PageEdit, "author" | "manages"> = {},
): Promise<void> {
  const { title } = await getPage(context, spaceId, pageId);
  const remove = async (revision: OpenRevision) => {
    const locations = await readLocations(revision.transaction, spaceId);
    const ids = withDescendants(locations, pageId);
    const isApproved = !isOnSites(locations, pageId);
    await deletePages(revision, ids);
    await writeLocations(revision, locations, removePages(locations, ids));
    return { summary: `Deleted ${title}`, restructured: true, isApproved };
  };
  await reviseSpace(context, spaceId, author, remove, { manages });
}

/** Deletes pages in a revision. Their versions are kept. */
export async function deletePages(revision: OpenRevision, ids: readonly string[]): Promise<void> {
  await deletePageRows(revision, ids);
  for (const part of inStatements(ids))
    await deleteTerms(revision.transaction, revision.spaceId, part, revision.id);
}

/** Deletes the rows of pages, without their words. */
export async function deletePageRows(
  { transaction, spaceId, now }: OpenRevision,
  ids: readonly string[],
): Promise<void> {
  for (const part of inStatements(ids)) {
    await transaction.deleteFrom("pages").where("space_id", "=", spaceId).where("id", "in", part).execute();
    // Their shared drafts are kept for a time that starts now, in case they are restored.
    await transaction
      .updateTable("shared_drafts")
      .set({ updated_at: now })
      .where("space_id", "=", spaceId)
      .where("page_id", "in", part)
      .execute();
  }
}
