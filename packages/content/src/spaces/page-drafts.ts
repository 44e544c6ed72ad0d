import type { RevisionAuthor } from "@plugboard/api/client";
import { PlatformError, type PlatformContext } from "@plugboard/platform";
import type { Kysely } from "kysely";
import { authorKey, createId } from "@plugboard/platform/product";
import { getPage, requireDraftable } from "./pages.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A draft without its contents. */
export interface PageDraftSummary {
  readonly pageId: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** Changes with every save. */
  readonly version: string;
  readonly updatedAt: number;
}

/** An author's unpublished edit of a page. */
export interface PageDraft extends PageDraftSummary {
  readonly title: string;
  readonly markdown: string;
}

const summaryColumns = [
  "page_drafts.page_id as pageId",
  "page_drafts.revision_id as revisionId",
  "page_drafts.version",
  "page_drafts.updated_at as updatedAt",
] as const;

/** Returns an author's drafts in a space. Drafts of deleted pages are kept in case the pages are restored. */
export async function listPageDrafts(
  { db }: PlatformContext,
  spaceId: string,
  author: RevisionAuthor,
): Promise<PageDraftSummary[]> {
  return await tablesOf(db)
    .selectFrom("page_drafts")
    .innerJoin("pages", (join) =>
      join.onRef("pages.space_id", "=", "page_drafts.space_id").onRef("pages.id", "=", "page_drafts.page_id"),
    )
    .select(summaryColumns)
    .where("page_drafts.space_id", "=", spaceId)
    .where("page_drafts.author", "=", authorKey(author))
    .orderBy("page_drafts.page_id")
    .execute();
}

/** Returns an author's draft of a page, or `undefined` if there is none. @throws PlatformError `not_found` (the page) */
export async function getPageDraft(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  author: RevisionAuthor,
): Promise<PageDraft | undefined> {
  const draft = await tablesOf(context.db)
    .selectFrom("page_drafts")
    .select([...summaryColumns, "title", "markdown"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("author", "=", authorKey(author))
    .executeTakeFirst();
  if (draft === undefined) await getPage(context, spaceId, pageId);
  return draft;
}

/** A draft to save. */
export interface PageDraftEdit {
  readonly title: string;
  readonly markdown: string;
  readonly revisionId: string;
  /** Saves only if this is the stored version. */
  readonly ifVersion?: string | undefined;
  /** Saves only if there is no draft yet. */
  readonly ifAbsent?: boolean | undefined;
}

/**
 * Saves an author's draft of a page. It creates no revision and emits no event.
 *
 * @throws PlatformError `not_found`, `precondition_failed`
 */
export async function savePageDraft(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  author: RevisionAuthor,
  { title, markdown, revisionId: revision_id, ifVersion, ifAbsent = false }: PageDraftEdit,
): Promise<PageDraft> {
  await requireDraftable(context, spaceId, pageId);
  const updatedAt = context.now();
  const version = ifVersion === undefined ? `${createId("drf", updatedAt)}.1` : nextVersion(ifVersion);
  const text = { title, markdown, revision_id, version, updated_at: updatedAt };
  const key = { space_id: spaceId, page_id: pageId, author: authorKey(author) };
  if (ifVersion === undefined) {
    const { numInsertedOrUpdatedRows } = await tablesOf(context.db)
      .insertInto("page_drafts")
      .values((query) => ({
        ...key,
        ...text,
        organization_id: query.selectFrom("spaces").select("organization_id").where("id", "=", spaceId),
      }))
      .onConflict((conflict) => {
        const taken = conflict.columns(["space_id", "page_id", "author"]);
        return ifAbsent ? taken.doNothing() : taken.doUpdateSet(text);
      })
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw savedElsewhere();
  } else {
    const { numUpdatedRows } = await tablesOf(context.db)
      .updateTable("page_drafts")
      .set(text)
      .where((row) => row.and(key))
      .where("version", "=", ifVersion)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw savedElsewhere();
  }
  return { pageId, title, markdown, revisionId: revision_id, version, updatedAt };
}

/**
 * Deletes an author's draft of a page, if there is one.
 *
 * @throws PlatformError `precondition_failed` if the draft's version is not `ifVersion`
 */
export async function discardPageDraft(
  { db }: PlatformContext,
  spaceId: string,
  pageId: string,
  author: RevisionAuthor,
  ifVersion?: string,
): Promise<void> {
  const key = { space_id: spaceId, page_id: pageId, author: authorKey(author) };
  let deletion = tablesOf(db)
    .deleteFrom("page_drafts")
    .where((row) => row.and(key));
  if (ifVersion !== undefined) deletion = deletion.where("version", "=", ifVersion);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  if (numDeletedRows > 0n) return;
  const left = await tablesOf(db)
    .selectFrom("page_drafts")
    .select("version")
    .where((row) => row.and(key))
    .executeTakeFirst();
  if (left !== undefined) throw savedElsewhere();
}

/** Increments the part after the dot. The part before it changes when a draft is started again after a discard. */
function nextVersion(version: string): string {
  const [id = "", count] = version.split(".");
  return `${id}.${Number(count) + 1}`;
}

function savedElsewhere(): PlatformError {
  return new PlatformError(
    "precondition_failed",
    "The draft was saved in another window. Read it, merge your changes and save again.",
  );
}

/** Deletes the drafts of an author in all spaces of an organization. */
export async function forgetDrafts(
  db: Kysely<unknown>,
  organizationId: string,
  author: string,
): Promise<void> {
  await tablesOf(db)
    .deleteFrom("page_drafts")
    .where("author", "=", author)
    .where("organization_id", "=", organizationId)
    .execute();
}
