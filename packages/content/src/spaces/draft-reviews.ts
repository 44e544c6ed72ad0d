import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { authorKey, createId, type Keyset, type WithUnixTimes } from "@plugboard/platform/product";
import type { Kysely, Transaction } from "kysely";
import type { DraftReview, DraftReviewDecision, DraftReviewSummary } from "../client/types.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { getPage, requireDraftable } from "./pages.ts";
import { listAuthors, noteAuthor } from "./shared-draft-authors.ts";

/** A review without the reviewed text. */
export type ReviewSummary = Omit<WithUnixTimes<DraftReviewSummary, "requestedAt">, "decision"> & {
  readonly decision?: Decision | undefined;
};

/** A review with the reviewed text, and the authors of the draft. */
export type Review = ReviewSummary &
  Pick<DraftReview, "title" | "markdown"> & { readonly authors: readonly string[] };

type Decision = WithUnixTimes<NonNullable<DraftReviewSummary["decision"]>, "decidedAt">;

/** The page of a reviewed draft. */
export interface DraftReviewLocation {
  readonly spaceId: string;
  readonly pageId: string;
}

function selectReviews(db: Kysely<ContentTables>, spaceId: string) {
  return (
    db
      .selectFrom("draft_reviews")
      // Pages that were deleted have no review until they are restored.
      .innerJoin("pages", (join) =>
        join
          .onRef("pages.space_id", "=", "draft_reviews.space_id")
          .onRef("pages.id", "=", "draft_reviews.page_id"),
      )
      .leftJoin("shared_drafts", (join) =>
        join
          .onRef("shared_drafts.space_id", "=", "draft_reviews.space_id")
          .onRef("shared_drafts.page_id", "=", "draft_reviews.page_id")
          .onRef("shared_drafts.change_request_id", "=", "draft_reviews.change_request_id")
          .onRef("shared_drafts.id", "=", "draft_reviews.draft_id"),
      )
      .select([
        "draft_reviews.id",
        "draft_reviews.page_id as pageId",
        "draft_reviews.draft_id as draftId",
        "draft_reviews.sequence",
        "draft_reviews.revision_id as revisionId",
        "draft_reviews.title",
        "draft_reviews.author",
        "draft_reviews.requested_at as requestedAt",
        "draft_reviews.decision",
        "draft_reviews.reviewer",
        "draft_reviews.comment",
        "draft_reviews.decided_at as decidedAt",
        "pages.revision_id as pageRevision",
        "shared_drafts.sequence as draftSequence",
      ])
      .where("draft_reviews.space_id", "=", spaceId)
      .where("draft_reviews.change_request_id", "=", "")
  );
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>["executeTakeFirstOrThrow"]>>;

function toSummary(row: ReviewRow): ReviewSummary {
  const { author, decision, reviewer, comment, decidedAt, pageRevision, draftSequence, ...review } = row;
  return {
    ...review,
    // Written only by this module, like the reviewer.
    requestedBy: JSON.parse(author) as RevisionAuthor,
    isCurrent: review.sequence === draftSequence && review.revisionId === pageRevision,
    ...(decision !== null &&
      reviewer !== null &&
      decidedAt !== null && {
        decision: {
          outcome: decision,
          reviewer: JSON.parse(reviewer) as RevisionAuthor,
          comment: comment ?? undefined,
          decidedAt,
        },
      }),
  };
}

/** Lists the reviews of a space's shared drafts by page. */
export async function listReviews(
  { db }: PlatformContext,
  spaceId: string,
  { after, limit }: Keyset,
): Promise<ReviewSummary[]> {
  let query = selectReviews(tablesOf(db), spaceId).orderBy("draft_reviews.page_id");
  if (after !== undefined) query = query.where("draft_reviews.page_id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toSummary);
}

/** Returns the review of a page's shared draft, or `undefined` if there is none. @throws PlatformError `not_found` (the page) */
export async function getReview(
  context: PlatformContext,
  { spaceId, pageId }: DraftReviewLocation,
): Promise<Review | undefined> {
  const db = tablesOf(context.db);
  const row = await selectReviews(db, spaceId)
    .select("draft_reviews.markdown")
    .where("draft_reviews.page_id", "=", pageId)
    .executeTakeFirst();
  if (row === undefined) {
    await getPage(context, spaceId, pageId);
    return undefined;
  }
  const { markdown, ...summary } = row;
  const authors = await listAuthors(db, { spaceId, pageId, changeRequestId: "" });
  return { ...toSummary(summary), markdown, authors };
}

/** A text to review. */
export interface ReviewRequest {
  readonly draftId: string;
  /** The newest change that the text contains. */
  readonly sequence: number;
  readonly title: string;
  readonly markdown: string;
  readonly author: RevisionAuthor;
}

/**
 * Sends a page's shared draft for review. Replaces its earlier review.
 *
 * @throws PlatformError `not_found` (the draft has ended, or its space is in the trash), `precondition_failed` (the draft
 * has newer changes, or isn't based on the page's current revision)
 */
export async function requestReview(
  context: PlatformContext,
  location: DraftReviewLocation,
  { draftId, sequence, title, markdown, author }: ReviewRequest,
): Promise<Review> {
  const now = context.now();
  const { spaceId, pageId } = location;
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const draft = await lockDraft(transaction, location, draftId);
      const { revisionId } = await requireDraftable({ db: transaction }, spaceId, pageId);
      if (draft.sequence !== sequence || draft.revision_id !== revisionId)
        throw new PlatformError(
          "precondition_failed",
          "The shared draft has changed. Read it, and send its newest text for review.",
        );
      const request = {
        id: createId("rvw", now),
        draft_id: draftId,
        sequence,
        revision_id: revisionId,
        title,
        markdown,
        author: JSON.stringify(author),
        requested_at: now,
        decision: null,
        reviewer: null,
        comment: null,
        decided_at: null,
      };
      const { organization_id } = draft;
      await transaction
        .insertInto("draft_reviews")
        .values({ ...request, organization_id, space_id: spaceId, page_id: pageId, change_request_id: "" })
        .onConflict((conflict) =>
          conflict.columns(["space_id", "page_id", "change_request_id"]).doUpdateSet(request),
        )
        .execute();
      await noteAuthor(
        transaction,
        [{ ...location, changeRequestId: "", organizationId: organization_id }],
        author,
      );
    });
  return orNotFound(await getReview(context, location), `review of page ${pageId}`);
}

/** A reviewer's decision about a draft or a change request. */
export interface ReviewDecision extends DraftReviewDecision {
  readonly reviewer: RevisionAuthor;
}

/**
 * Approves a page's shared draft, or asks for changes.
 *
 * @throws PlatformError `not_found` (there is no such review, or its space is in the trash), `precondition_failed` (the
 * draft or the page has changed since the review was requested), `forbidden` (the reviewer is one of the draft's authors)
 */
export async function decideReview(
  context: PlatformContext,
  location: DraftReviewLocation,
  { reviewId, outcome, comment, reviewer }: ReviewDecision,
): Promise<Review> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const { spaceId, pageId } = location;
      const reviewed = await selectReviews(transaction, spaceId)
        .where("draft_reviews.page_id", "=", pageId)
        .where("draft_reviews.id", "=", reviewId)
        .executeTakeFirst();
      const { draftId, revisionId, sequence } = orNotFound(reviewed, `review ${reviewId} of page ${pageId}`);
      // No change is appended while its authors are read.
      const draft = await lockDraft(transaction, location, draftId);
      const page = await requireDraftable({ db: transaction }, spaceId, pageId);
      if (draft.sequence !== sequence || page.revisionId !== revisionId)
        throw new PlatformError(
          "precondition_failed",
          "The draft has changed since the review was requested. Send it for review again.",
        );
      const authors = await listAuthors(transaction, { ...location, changeRequestId: "" });
      if (outcome === "approved" && authors.includes(authorKey(reviewer)))
        throw new PlatformError(
          "forbidden",
          "You changed this draft or sent it for review. Another person must approve it.",
        );
      const { numUpdatedRows } = await transaction
        .updateTable("draft_reviews")
        .set({
          decision: outcome,
          reviewer: JSON.stringify(reviewer),
          comment: comment ?? null,
          decided_at: context.now(),
        })
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", "")
        .where("id", "=", reviewId)
        .executeTakeFirst();
      // Replaced or canceled before the draft was locked.
      orNotFound(numUpdatedRows > 0n || undefined, `review ${reviewId} of page ${pageId}`);
    });
  return orNotFound(await getReview(context, location), `review of page ${location.pageId}`);
}

/**
 * Ends the review of a page's shared draft, if there is one. The draft stays.
 *
 * @throws PlatformError `not_found` (the page, or its space is in the trash)
 */
export async function cancelReview(
  context: PlatformContext,
  { spaceId, pageId }: DraftReviewLocation,
): Promise<void> {
  await requireDraftable(context, spaceId, pageId);
  await tablesOf(context.db)
    .deleteFrom("draft_reviews")
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", "")
    .execute();
}

async function lockDraft(
  transaction: Transaction<ContentTables>,
  { spaceId, pageId }: DraftReviewLocation,
  draftId: string,
) {
  const draft = await transaction
    .updateTable("shared_drafts")
    .set({ id: draftId })
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", "")
    .where("id", "=", draftId)
    .returning(["organization_id", "sequence", "revision_id"])
    .executeTakeFirst();
  return orNotFound(draft, `shared draft ${draftId} of page ${pageId} in space ${spaceId}`);
}
