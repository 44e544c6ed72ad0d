import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { createId, holdOrganization, inList } from "@plugboard/platform/product";
import type { ExpressionBuilder, Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { lockChangeRequest, requireFewPages, requireOpen } from "./lock-change-request.ts";
import { noteAuthor, type SharedDraftLocation } from "./shared-draft-authors.ts";
import { getPage, joinTexts, requireDraftable } from "./pages.ts";

/** A shared draft without its text. */
export interface SharedDraftSummary {
  readonly id: string;
  readonly pageId: string;
  readonly format: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** The number of the newest change. */
  readonly sequence: number;
  /** Unix time in milliseconds. */
  readonly updatedAt: number;
}

/** A draft that several people edit together, with the text of its last save. */
export interface SharedDraft extends SharedDraftSummary {
  readonly title: string;
  readonly markdown: string;
}

/** Changes to a shared draft. */
export interface SharedDraftChanges extends SharedDraftSummary {
  /** Older changes as one Yjs update. Set if some of them are no longer stored. */
  readonly state?: Uint8Array | undefined;
  readonly updates: readonly { readonly sequence: number; readonly content: Uint8Array }[];
}

const summaryColumns = [
  "id",
  "page_id as pageId",
  "format",
  "revision_id as revisionId",
  "sequence",
  "updated_at as updatedAt",
] as const;

/** Matches drafts whose page wasn't deleted. */
const hasPage = (row: ExpressionBuilder<ContentTables, "shared_drafts">) =>
  row.exists(
    row
      .selectFrom("pages")
      .select("pages.id")
      .whereRef("pages.space_id", "=", "shared_drafts.space_id")
      .whereRef("pages.id", "=", "shared_drafts.page_id"),
  );

/** Matches drafts that take changes: their page wasn't deleted, their space isn't in the trash, and their change request is open. */
const takesChanges = (row: ExpressionBuilder<ContentTables, "shared_drafts">) =>
  row.and([
    hasPage(row),
    row.exists(
      row
        .selectFrom("spaces")
        .select("spaces.id")
        .whereRef("spaces.id", "=", "shared_drafts.space_id")
        .where("spaces.trashed_at", "is", null),
    ),
    row.or([
      row("shared_drafts.change_request_id", "=", ""),
      row.exists(
        row
          .selectFrom("change_requests")
          .select("change_requests.id")
          .whereRef("change_requests.id", "=", "shared_drafts.change_request_id")
          .where("change_requests.status", "=", "open"),
      ),
    ]),
  ]);

/** Returns the shared draft of a page, or `undefined` if there is none. @throws PlatformError `not_found` (the page) */
export async function getSharedDraft(
  context: PlatformContext,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
): Promise<SharedDraft | undefined> {
  const draft = await tablesOf(context.db)
    .selectFrom("shared_drafts")
    .select([...summaryColumns, "title", "markdown"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .where(hasPage)
    .executeTakeFirst();
  if (draft === undefined) await getPage(context, spaceId, pageId);
  return draft;
}

/**
 * Returns the changes of a page's shared draft after a change, or `undefined` if there is no draft.
 *
 * @throws PlatformError `not_found` (the page)
 */
export async function getSharedDraftChanges(
  context: PlatformContext,
  location: SharedDraftLocation,
  after: number | undefined,
): Promise<SharedDraftChanges | undefined> {
  for (;;) {
    const changes = await readChanges(context, location, after);
    if (changes !== "changed") return changes;
  }
}

/** Returns `changed` if the draft changed between the queries, whose results then don't belong together. */
async function readChanges(
  context: PlatformContext,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
  after: number | undefined,
): Promise<SharedDraftChanges | "changed" | undefined> {
  const tables = tablesOf(context.db);
  const rows = await tables
    .selectFrom("shared_draft_updates")
    .select(["draft_id", "sequence", "content"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .where("sequence", ">", after ?? 0)
    .orderBy("sequence")
    .execute();
  const own = tables
    .selectFrom("shared_drafts")
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .where(hasPage);
  const row = await own.select([...summaryColumns, "saved_sequence"]).executeTakeFirst();
  if (row === undefined) {
    await getPage(context, spaceId, pageId);
    return undefined;
  }
  const { saved_sequence, ...summary } = row;
  // Another draft has replaced the one that the caller knows.
  if (after !== undefined && after > summary.sequence) return { ...summary, updates: [] };
  const needsState = after === undefined || after < saved_sequence;
  const saved = needsState
    ? await own.select(["id", "saved_sequence", "state"]).executeTakeFirst()
    : undefined;
  const start = saved?.saved_sequence ?? after ?? 0;
  const updates = rows
    .filter((one) => one.draft_id === summary.id && one.sequence > start)
    .map(({ sequence, content }) => ({ sequence, content: new Uint8Array(content) }));
  const isOfOneMoment =
    (updates.at(-1)?.sequence ?? start) === summary.sequence &&
    (needsState ? saved?.id === summary.id : true);
  if (!isOfOneMoment) return "changed";
  return { ...summary, ...(saved !== undefined && { state: new Uint8Array(saved.state) }), updates };
}

/** The first text of a shared draft. */
export interface SharedDraftStart {
  readonly title: string;
  readonly markdown: string;
  readonly format: string;
  readonly revisionId: string;
  readonly state: Uint8Array;
  readonly author: RevisionAuthor;
  /** The ID of a draft that ends. */
  readonly replaces?: string | undefined;
}

/**
 * Starts the shared draft of a page. Returns the existing one if there is one, unless it is replaced.
 *
 * @throws PlatformError `not_found`, `invalid_request` (the state is too large), `conflict` (the organization's shared
 * drafts are too large, or the change request isn't open or has too many pages)
 */
export async function startSharedDraft(
  context: PlatformContext,
  location: SharedDraftLocation,
  { title, markdown, format, revisionId, state, author, replaces }: SharedDraftStart,
): Promise<SharedDraft> {
  const { spaceId, pageId, changeRequestId } = location;
  await requireDraftable(context, spaceId, pageId);
  const now = context.now();
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const page = await transaction
        .selectFrom("pages")
        .select("organization_id")
        .where("space_id", "=", spaceId)
        .where("id", "=", pageId)
        .executeTakeFirst();
      const { organization_id } = orNotFound(page, `page ${pageId}`);
      await holdOrganization(transaction, organization_id);
      if (changeRequestId !== "") requireOpen(await lockChangeRequest(transaction, location));
      if (replaces !== undefined) {
        const { numDeletedRows } = await transaction
          .deleteFrom("shared_drafts")
          .where("space_id", "=", spaceId)
          .where("page_id", "=", pageId)
          .where("change_request_id", "=", changeRequestId)
          .where("id", "=", replaces)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n)
          await transaction
            .deleteFrom("shared_draft_updates")
            .where("space_id", "=", spaceId)
            .where("page_id", "=", pageId)
            .where("change_request_id", "=", changeRequestId)
            .execute();
      }
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto("shared_drafts")
        .values({
          id: createId("shd", now),
          organization_id,
          space_id: spaceId,
          page_id: pageId,
          change_request_id: changeRequestId,
          title,
          markdown,
          format,
          revision_id: revisionId,
          sequence: 0,
          saved_sequence: 0,
          state,
          bytes: state.length,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(["space_id", "page_id", "change_request_id"]).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return;
      if (changeRequestId !== "") await requireFewPages(transaction, location);
      await noteAuthor(transaction, [{ ...location, organizationId: organization_id }], author);
      await requireRoom(transaction, organization_id);
    });
  return orNotFound(await getSharedDraft(context, location), `shared draft of page ${pageId}`);
}

/** A change to append. */
export interface SharedDraftChange {
  readonly draftId: string;
  /** The newest change that its author has seen. */
  readonly after: number;
  readonly content: Uint8Array;
  readonly author: RevisionAuthor;
  /** The revisions before and after a merge of the page's changes. */
  readonly rebase?: { readonly from: string; readonly to: string } | undefined;
}

/**
 * Appends a change to a shared draft. Returns its number. The content is opaque: only clients decode it.
 *
 * @throws PlatformError `not_found` (the page was deleted, its space is in the trash, or the draft has ended), `precondition_failed` (there are newer changes, or the revisions
 * are not current), `conflict` (the draft is too large)
 */
export async function appendSharedDraftChange(
  context: PlatformContext,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
  { draftId, after, content, author, rebase }: SharedDraftChange,
): Promise<number> {
  return await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      let update = transaction
        .updateTable("shared_drafts")
        .set((row) => ({
          sequence: row("sequence", "+", 1),
          bytes: row("bytes", "+", content.length),
          updated_at: context.now(),
          ...(rebase !== undefined && { revision_id: rebase.to }),
        }))
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", changeRequestId)
        .where("id", "=", draftId)
        .where("sequence", "=", after)
        .where(takesChanges);
      if (rebase !== undefined)
        update = update
          .where("revision_id", "=", rebase.from)
          .where((row) =>
            row.exists(
              row
                .selectFrom("pages")
                .select("id")
                .where("space_id", "=", spaceId)
                .where("id", "=", pageId)
                .where("revision_id", "=", rebase.to),
            ),
          );
      const appended = await update
        .returning(["sequence", "saved_sequence", "bytes", "organization_id"])
        .executeTakeFirst();
      if (appended === undefined) {
        await requireDraft(transaction, { spaceId, pageId, changeRequestId }, draftId);
        throw new PlatformError(
          "precondition_failed",
          "The shared draft has newer changes. Read them and try again.",
        );
      }
      const { sequence, organization_id } = appended;
      const unsaved = sequence - appended.saved_sequence;
      if (unsaved > contentLimits.sharedDraftChanges)
        throw new PlatformError(
          "conflict",
          `The shared draft has ${unsaved} changes since its last save; the limit is ${contentLimits.sharedDraftChanges}. Save it first.`,
        );
      if (appended.bytes > contentLimits.sharedDraftBytes)
        throw new PlatformError(
          "conflict",
          `The shared draft has ${appended.bytes} bytes of changes; the limit is ${contentLimits.sharedDraftBytes}. Save it first.`,
        );
      await requireRoom(transaction, organization_id);
      // Any open window may be the one that merges the page's changes.
      if (rebase === undefined || rebase.from === rebase.to)
        await noteAuthor(
          transaction,
          [{ spaceId, pageId, changeRequestId, organizationId: organization_id }],
          author,
        );
      const row = {
        organization_id,
        space_id: spaceId,
        page_id: pageId,
        change_request_id: changeRequestId,
        draft_id: draftId,
      };
      await transaction
        .insertInto("shared_draft_updates")
        .values({ ...row, sequence, content })
        .execute();
      return sequence;
    });
}

/** The text of a shared draft as of a change. */
export interface SharedDraftSave {
  readonly draftId: string;
  readonly sequence: number;
  readonly title: string;
  readonly markdown: string;
  /** The Yjs document with all changes up to `sequence`. */
  readonly state: Uint8Array;
}

/**
 * Saves the text of a shared draft, and replaces its changes with one state. Does nothing if a newer text is saved.
 *
 * @throws PlatformError `not_found` (the page was deleted, its space is in the trash, or the draft has ended), `invalid_request` (there is no such change), `conflict` (the
 * organization's shared drafts are too large)
 */
export async function saveSharedDraft(
  context: PlatformContext,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
  { draftId, sequence, title, markdown, state }: SharedDraftSave,
): Promise<void> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const owner = await transaction
        .selectFrom("shared_drafts")
        .select("organization_id")
        .where("id", "=", draftId)
        .executeTakeFirst();
      // Before the draft, in the order of publishing: otherwise the two could wait for each other.
      if (owner !== undefined) await holdOrganization(transaction, owner.organization_id);
      const draft = await requireDraft(transaction, { spaceId, pageId, changeRequestId }, draftId);
      if (sequence > draft.sequence) {
        const message = `The shared draft has no change ${sequence}; the newest is ${draft.sequence}.`;
        throw new PlatformError("invalid_request", message, [{ path: "sequence", message }]);
      }
      if (sequence <= draft.saved_sequence) return;
      await transaction
        .deleteFrom("shared_draft_updates")
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", changeRequestId)
        .where("sequence", "<=", sequence)
        .execute();
      const { left } = await transaction
        .selectFrom("shared_draft_updates")
        .select((row) => row.fn.sum<number | string | null>(row.fn("length", ["content"])).as("left"))
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", changeRequestId)
        .executeTakeFirstOrThrow();
      const bytes = state.length + Number(left ?? 0);
      await transaction
        .updateTable("shared_drafts")
        .set({ title, markdown, state, saved_sequence: sequence, bytes })
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", changeRequestId)
        .execute();
      if (bytes > draft.bytes) await requireRoom(transaction, draft.organization_id);
    });
}

const dayMilliseconds = 24 * 3600 * 1000;
/** A restored page still has its shared draft for this time. */
const deletedMilliseconds = 30 * dayMilliseconds;
const removedDrafts = 100;
// Each has up to two texts of a page, which are read in one statement.
const comparedDrafts = 20;

/** A position in the shared drafts, least recently edited first. */
export interface SharedDraftCursor {
  readonly updatedAt: number;
  readonly id: string;
}

/**
 * Deletes shared drafts without unpublished changes that were not edited for a day. Compares the texts of one batch, because
 * drafts with unpublished changes stay and are compared again.
 *
 * @returns the position of the next batch. `undefined` after the last one
 */
export async function removeIdleSharedDrafts(
  context: PlatformContext,
  after: SharedDraftCursor | undefined,
  batchSize = comparedDrafts,
): Promise<SharedDraftCursor | undefined> {
  const db = tablesOf(context.db);
  let idle = db
    .selectFrom("shared_drafts")
    .select(["id", "updated_at as updatedAt"])
    .where("updated_at", "<=", context.now() - dayMilliseconds)
    .where("change_request_id", "=", "")
    .whereRef("sequence", "=", "saved_sequence")
    .orderBy("updated_at")
    .orderBy("id")
    .limit(batchSize);
  if (after !== undefined)
    idle = idle
      .where("updated_at", ">=", after.updatedAt)
      .where((row) => row.or([row("updated_at", ">", after.updatedAt), row("id", ">", after.id)]));
  const batch = await idle.execute();
  const published = await joinTexts(context.db)
    .innerJoin("shared_drafts", (join) =>
      join
        .onRef("shared_drafts.space_id", "=", "pages.space_id")
        .onRef("shared_drafts.page_id", "=", "pages.id")
        .onRef("shared_drafts.revision_id", "=", "pages.revision_id")
        .onRef("shared_drafts.title", "=", "pages.title")
        .onRef("shared_drafts.markdown", "=", "text.markdown"),
    )
    .select(["shared_drafts.id", "shared_drafts.sequence"])
    .where("shared_drafts.id", "in", inList(batch.map(({ id }) => id)))
    .whereRef("shared_drafts.sequence", "=", "shared_drafts.saved_sequence")
    .execute();
  // All its changes are part of the saved state, so that no rows of changes are left.
  for (const { id, sequence } of published)
    await db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom("shared_drafts")
        .where("id", "=", id)
        .where("sequence", "=", sequence)
        .where("change_request_id", "=", "")
        .returning(["space_id", "page_id", "change_request_id"])
        .executeTakeFirst();
      if (removed !== undefined) await removeRowsOf(transaction, removed);
    });
  return batch.length < batchSize ? undefined : batch.at(-1);
}

/**
 * Deletes a batch of the shared drafts of pages that were deleted 30 days ago. Drafts in change requests stay until they are removed from
 * them or the change request is deleted, so that a deletion is noticed before the other pages are published.
 *
 * @returns the number of deleted drafts
 */
export async function removeOrphanedSharedDrafts(context: PlatformContext): Promise<number> {
  const db = tablesOf(context.db);
  const orphaned = await db
    .selectFrom("shared_drafts")
    .leftJoin("pages", (join) =>
      join
        .onRef("pages.id", "=", "shared_drafts.page_id")
        .onRef("pages.space_id", "=", "shared_drafts.space_id"),
    )
    .select(["shared_drafts.space_id", "shared_drafts.page_id", "shared_drafts.change_request_id"])
    .where("pages.id", "is", null)
    .where("shared_drafts.change_request_id", "=", "")
    .where("shared_drafts.updated_at", "<=", context.now() - deletedMilliseconds)
    .orderBy("shared_drafts.updated_at")
    .limit(removedDrafts)
    .execute();
  for (const draft of orphaned)
    await db.transaction().execute((transaction) => removeDraft(transaction, draft));
  return orphaned.length;
}

/** The key of a shared draft's rows. */
type SharedDraftKey = Pick<ContentTables["shared_drafts"], "space_id" | "page_id" | "change_request_id">;

/** Deletes a shared draft with its changes, review and authors. */
async function removeDraft(transaction: Transaction<ContentTables>, draft: SharedDraftKey): Promise<void> {
  for (const table of ["shared_draft_updates", "shared_drafts"] as const)
    await deleteRowsOf(transaction, table, draft);
  await removeRowsOf(transaction, draft);
}

/** Deletes the review and the authors of a removed draft. */
async function removeRowsOf(transaction: Transaction<ContentTables>, draft: SharedDraftKey): Promise<void> {
  for (const table of ["draft_reviews", "shared_draft_authors"] as const)
    await deleteRowsOf(transaction, table, draft);
}

async function deleteRowsOf(
  transaction: Transaction<ContentTables>,
  table: "draft_reviews" | "shared_draft_authors" | "shared_draft_updates" | "shared_drafts",
  { space_id, page_id, change_request_id }: SharedDraftKey,
): Promise<void> {
  await transaction
    .deleteFrom(table)
    .where("space_id", "=", space_id)
    .where("page_id", "=", page_id)
    .where("change_request_id", "=", change_request_id)
    .execute();
}

/**
 * Returns a shared draft, and locks it until the transaction ends.
 *
 * @throws PlatformError `not_found` (the page was deleted, its space is in the trash, its change request is closed, or the
 * draft has ended)
 */
async function requireDraft(
  transaction: Transaction<ContentTables>,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
  draftId: string,
) {
  const draft = await transaction
    .updateTable("shared_drafts")
    .set({ id: draftId })
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .where("id", "=", draftId)
    .where(takesChanges)
    .returning(["organization_id", "sequence", "saved_sequence", "bytes"])
    .executeTakeFirst();
  if (draft === undefined) await requireDraftable({ db: transaction }, spaceId, pageId);
  return orNotFound(draft, `shared draft ${draftId} of page ${pageId} in space ${spaceId}`);
}

/** Checks the total size of an organization's shared drafts, with the transaction's own writes. @throws PlatformError `conflict` */
async function requireRoom(transaction: Transaction<ContentTables>, organizationId: string): Promise<void> {
  const { bytes } = await transaction
    .selectFrom("shared_drafts")
    .select((row) => row.fn.sum<number | string | null>("bytes").as("bytes"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const total = Number(bytes ?? 0);
  if (total <= contentLimits.organizationSharedBytes) return;
  throw new PlatformError(
    "conflict",
    `The shared drafts of the organization would have ${total} bytes; the limit is ${contentLimits.organizationSharedBytes}. Publish or discard some of them.`,
  );
}
