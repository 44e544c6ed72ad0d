import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { authorKey, createId, createIdFromKey, inList, type Keyset } from "@plugboard/platform/product";
import type { Kysely, Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { requireSmallBlocks } from "./pages.ts";
import { type OpenRevision, reviseSpace } from "./revise-space.ts";
import {
  type ChangeRequestLocation,
  lockChangeRequest,
  notOpen,
  requireFewPages,
  requireOpen,
} from "./lock-change-request.ts";
import { writePages } from "./write-pages.ts";

/** The state of a change request. */
export type ChangeRequestStatus = ContentTables["change_requests"]["status"];

/** A page of a change request. */
export interface ChangeRequestPage {
  readonly pageId: string;
  /** The title in the draft. */
  readonly title: string;
  readonly draftId: string;
  readonly sequence: number;
  /**
   * `draft`: the newest text isn't part of the review. `ready`: it is. `outdated`: the page has changed since, so the draft must
   * be opened, which merges the change. `deleted`: the page was deleted.
   */
  readonly state: "draft" | "ready" | "outdated" | "deleted";
}

/** The review of a change request's pages. */
export interface ChangeRequestReview {
  readonly id: string;
  readonly requestedBy: RevisionAuthor;
  readonly requestedAt: number;
  /** Whether every page of the change request is ready. */
  readonly isCurrent: boolean;
  readonly decision?:
    | {
        readonly outcome: "approved" | "changes-requested";
        readonly reviewer: RevisionAuthor;
        readonly comment?: string | undefined;
        readonly decidedAt: number;
      }
    | undefined;
}

/** A set of shared drafts of a space's pages that are reviewed and published together. */
export interface ChangeRequest {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  readonly description: string;
  readonly status: ChangeRequestStatus;
  readonly author: RevisionAuthor;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The revision that published it. */
  readonly revisionId?: string | undefined;
  readonly pages: readonly ChangeRequestPage[];
  readonly review?: ChangeRequestReview | undefined;
  /** The keys of everyone who changed one of its drafts or requested the review. */
  readonly contributors: readonly string[];
}

const columns = [
  "id",
  "space_id as spaceId",
  "title",
  "description",
  "status",
  "author",
  "review_id as reviewId",
  "revision_id as revisionId",
  "created_at as createdAt",
  "updated_at as updatedAt",
] as const;

function selectDrafts(db: Kysely<ContentTables>, spaceId: string, ids: readonly string[]) {
  return db
    .selectFrom("shared_drafts")
    .leftJoin("pages", (join) =>
      join
        .onRef("pages.space_id", "=", "shared_drafts.space_id")
        .onRef("pages.id", "=", "shared_drafts.page_id"),
    )
    .leftJoin("draft_reviews as review", (join) =>
      join
        .onRef("review.space_id", "=", "shared_drafts.space_id")
        .onRef("review.page_id", "=", "shared_drafts.page_id")
        .onRef("review.change_request_id", "=", "shared_drafts.change_request_id")
        .onRef("review.draft_id", "=", "shared_drafts.id"),
    )
    .select([
      "shared_drafts.change_request_id as changeRequestId",
      "shared_drafts.page_id as pageId",
      "shared_drafts.id as draftId",
      "shared_drafts.title",
      "shared_drafts.sequence",
      "shared_drafts.revision_id as revisionId",
      "pages.revision_id as pageRevision",
      "review.id as reviewId",
      "review.sequence as reviewedSequence",
      "review.revision_id as reviewedRevision",
      "review.author",
      "review.requested_at as requestedAt",
      "review.decision",
      "review.reviewer",
      "review.comment",
      "review.decided_at as decidedAt",
    ])
    .where("shared_drafts.space_id", "=", spaceId)
    .where("shared_drafts.change_request_id", "in", inList(ids))
    .orderBy("shared_drafts.page_id");
}

type DraftRow = Awaited<ReturnType<ReturnType<typeof selectDrafts>["execute"]>>[number];

function stateOf(draft: DraftRow, reviewId: string | null): ChangeRequestPage["state"] {
  if (draft.pageRevision === null) return "deleted";
  if (draft.revisionId !== draft.pageRevision) return "outdated";
  const isReviewed =
    reviewId !== null &&
    draft.reviewId === reviewId &&
    draft.reviewedSequence === draft.sequence &&
    draft.reviewedRevision === draft.pageRevision;
  return isReviewed ? "ready" : "draft";
}

function reviewOf(
  drafts: readonly DraftRow[],
  reviewId: string | null,
  isCurrent: boolean,
): ChangeRequestReview | undefined {
  const row = drafts.find((draft) => reviewId !== null && draft.reviewId === reviewId);
  if (row === undefined || row.author === null || row.requestedAt === null) return undefined;
  const { author, requestedAt, decision, reviewer, comment, decidedAt } = row;
  return {
    id: reviewId ?? "",
    // Written only by this module, like the reviewer.
    requestedBy: JSON.parse(author) as RevisionAuthor,
    requestedAt,
    isCurrent,
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

type Row = Awaited<ReturnType<typeof readRows>>[number];

async function readRows(
  db: Kysely<ContentTables>,
  { spaceId, changeRequestId }: { readonly spaceId: string; readonly changeRequestId?: string | undefined },
  { status, after, limit }: Keyset & { readonly status?: ChangeRequestStatus | undefined } = {},
) {
  let query = db.selectFrom("change_requests").select(columns).where("space_id", "=", spaceId).orderBy("id");
  if (changeRequestId !== undefined) query = query.where("id", "=", changeRequestId);
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return await query.execute();
}

async function withPages(
  db: Kysely<ContentTables>,
  spaceId: string,
  rows: readonly Row[],
): Promise<ChangeRequest[]> {
  const ids = rows.map(({ id }) => id);
  const drafts = Map.groupBy(
    await selectDrafts(db, spaceId, ids).execute(),
    ({ changeRequestId }) => changeRequestId,
  );
  const authors = await db
    .selectFrom("shared_draft_authors")
    .select(["change_request_id as changeRequestId", "author"])
    .distinct()
    .where("space_id", "=", spaceId)
    .where("change_request_id", "in", inList(ids))
    .execute();
  return rows.map(({ reviewId, revisionId, author, ...row }) => {
    const own = drafts.get(row.id) ?? [];
    const pages = own.map((draft): ChangeRequestPage => {
      const { pageId, title, draftId, sequence } = draft;
      return { pageId, title, draftId, sequence, state: stateOf(draft, reviewId) };
    });
    const isCurrent = pages.every(({ state }) => state === "ready");
    return {
      ...row,
      author: JSON.parse(author) as RevisionAuthor,
      revisionId: revisionId ?? undefined,
      pages,
      review: reviewOf(own, reviewId, isCurrent),
      contributors: authors
        .filter(({ changeRequestId }) => changeRequestId === row.id)
        .map((one) => one.author),
    };
  });
}

/** Lists the change requests of a space, oldest first. */
export async function listChangeRequests(
  context: PlatformContext,
  spaceId: string,
  query: Keyset & { readonly status?: ChangeRequestStatus | undefined },
): Promise<ChangeRequest[]> {
  const db = tablesOf(context.db);
  return await withPages(db, spaceId, await readRows(db, { spaceId }, query));
}

/** Returns a change request. @throws PlatformError `not_found` */
export async function getChangeRequest(
  context: Pick<PlatformContext, "db">,
  location: ChangeRequestLocation,
): Promise<ChangeRequest> {
  const db = tablesOf(context.db);
  const { spaceId, changeRequestId } = location;
  const [found] = await withPages(db, spaceId, await readRows(db, location));
  return orNotFound(found, `change request ${changeRequestId} in space ${spaceId}`);
}

/** A new change request. */
export interface NewChangeRequest {
  readonly title: string;
  readonly description?: string | undefined;
  readonly author: RevisionAuthor;
  /** Repeating the call with the same key returns the same change request. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a change request without pages.
 *
 * @throws PlatformError `not_found` (the space, or it is in the trash), `conflict` (the space has too many)
 */
export async function createChangeRequest(
  context: PlatformContext,
  spaceId: string,
  { title, description = "", author, idempotencyKey }: NewChangeRequest,
): Promise<ChangeRequest> {
  const now = context.now();
  const changeRequestId = createIdFromKey("crq", spaceId, idempotencyKey, now);
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // Locks the space, so that the limit holds.
      const space = await transaction
        .updateTable("spaces")
        .set({ id: spaceId })
        .where("id", "=", spaceId)
        .where("trashed_at", "is", null)
        .returning("organization_id")
        .executeTakeFirst();
      const { organization_id } = orNotFound(space, `space ${spaceId}`);
      await transaction
        .insertInto("change_requests")
        .values({
          id: changeRequestId,
          organization_id,
          space_id: spaceId,
          title,
          description,
          status: "open",
          author: JSON.stringify(author),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await requireFewOpen(transaction, spaceId);
    });
  return await getChangeRequest(context, { spaceId, changeRequestId });
}

async function requireFewOpen(transaction: Transaction<ContentTables>, spaceId: string): Promise<void> {
  const { open } = await transaction
    .selectFrom("change_requests")
    .select((row) => row.fn.countAll().as("open"))
    .where("space_id", "=", spaceId)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  if (Number(open) > contentLimits.spaceChangeRequests)
    throw new PlatformError(
      "conflict",
      `A space can have at most ${contentLimits.spaceChangeRequests} open change requests. Publish or close one first.`,
    );
}

/** Changes to a change request. Omitted fields stay unchanged. */
export interface ChangeRequestUpdate {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Closing keeps the drafts, which can't change until it is open again. */
  readonly status?: "open" | "closed" | undefined;
}

/**
 * Changes the title, description or status of a change request.
 *
 * @throws PlatformError `not_found`, `conflict` (it was published, or the space has too many open ones)
 */
export async function updateChangeRequest(
  context: PlatformContext,
  location: ChangeRequestLocation,
  { title, description, status }: ChangeRequestUpdate,
): Promise<ChangeRequest> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const before = await lockChangeRequest(transaction, location);
      if (before.status === "merged") throw notOpen(before);
      await transaction
        .updateTable("change_requests")
        .set({
          updated_at: context.now(),
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(status !== undefined && { status }),
        })
        .where("id", "=", location.changeRequestId)
        .execute();
      if (status === "open") await requireFewOpen(transaction, location.spaceId);
    });
  return await getChangeRequest(context, location);
}

/**
 * Moves a page's own shared draft into a change request. Its authors and changes stay.
 *
 * @throws PlatformError `not_found` (the change request, the page, or it has no shared draft), `conflict` (the change request isn't
 * open, has a draft of the page already, or has too many pages)
 */
export async function addToChangeRequest(
  context: PlatformContext,
  location: ChangeRequestLocation,
  pageId: string,
): Promise<ChangeRequest> {
  await moveDraft(context, location, pageId, "in");
  return await getChangeRequest(context, location);
}

/**
 * Moves a draft out of a change request. It becomes the page's own shared draft.
 *
 * @throws PlatformError `not_found`, `conflict` (the change request was published, or the page has another shared draft)
 */
export async function removeFromChangeRequest(
  context: PlatformContext,
  location: ChangeRequestLocation,
  pageId: string,
): Promise<ChangeRequest> {
  await moveDraft(context, location, pageId, "out");
  return await getChangeRequest(context, location);
}

async function moveDraft(
  context: PlatformContext,
  location: ChangeRequestLocation,
  pageId: string,
  direction: "in" | "out",
): Promise<void> {
  const { spaceId, changeRequestId } = location;
  const [from, to] = direction === "in" ? ["", changeRequestId] : [changeRequestId, ""];
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const changeRequest = await lockChangeRequest(transaction, location);
      if (direction === "in") requireOpen(changeRequest);
      const draft = await transaction
        .updateTable("shared_drafts")
        .set({ page_id: pageId })
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", from)
        .returning("id")
        .executeTakeFirst();
      const drafts = direction === "in" ? "shared draft" : `draft in change request ${changeRequestId}`;
      orNotFound(draft, `${drafts} of page ${pageId}`);
      const other = await transaction
        .selectFrom("shared_drafts")
        .select("id")
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", to)
        .executeTakeFirst();
      if (other !== undefined)
        throw new PlatformError(
          "conflict",
          direction === "in"
            ? "The change request already has a draft of this page. Edit the page there."
            : "The page has another shared draft. Publish or discard it first.",
        );
      // The review of the draft alone, and that of the change request with other pages.
      await transaction
        .deleteFrom("draft_reviews")
        .where("space_id", "=", spaceId)
        .where((row) =>
          row.or([
            row("change_request_id", "=", changeRequestId),
            row.and({ page_id: pageId, change_request_id: from }),
          ]),
        )
        .execute();
      // Authors who worked on another draft of the page here before.
      await transaction
        .deleteFrom("shared_draft_authors")
        .where("space_id", "=", spaceId)
        .where("page_id", "=", pageId)
        .where("change_request_id", "=", to)
        .execute();
      for (const table of ["shared_drafts", "shared_draft_updates", "shared_draft_authors"] as const)
        await transaction
          .updateTable(table)
          .set({ change_request_id: to })
          .where("space_id", "=", spaceId)
          .where("page_id", "=", pageId)
          .where("change_request_id", "=", from)
          .execute();
      await touch(transaction, location, context.now());
      await requireFewPages(transaction, location);
    });
}

/** The text of a page to review. */
export interface ReviewedText {
  readonly pageId: string;
  readonly draftId: string;
  /** The newest change that the text contains. */
  readonly sequence: number;
  readonly title: string;
  readonly markdown: string;
}

/**
 * Sends the pages of a change request for review. Replaces its earlier review.
 *
 * @throws PlatformError `not_found`, `conflict` (it isn't open or has no pages), `precondition_failed` (a page has newer changes,
 * isn't among the texts, or isn't in the change request; the message names it)
 */
export async function requestChangeRequestReview(
  context: PlatformContext,
  location: ChangeRequestLocation,
  texts: readonly ReviewedText[],
  author: RevisionAuthor,
): Promise<ChangeRequest> {
  const now = context.now();
  const { spaceId, changeRequestId } = location;
  for (const { markdown } of texts) requireSmallBlocks(markdown);
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const { organization_id } = requireOpen(await lockChangeRequest(transaction, location));
      const drafts = await lockDrafts(transaction, location);
      const byPage = new Map(texts.map((text) => [text.pageId, text]));
      const problems = drafts.flatMap((draft) => {
        const text = byPage.get(draft.pageId);
        const { pageRevision, revisionId } = draft;
        const title = draft.title || draft.pageId;
        if (pageRevision === null) return `${title} was deleted`;
        if (text === undefined) return `${title} isn’t among the texts`;
        if (text.draftId !== draft.draftId || text.sequence !== draft.sequence)
          return `${title} has newer changes`;
        return revisionId === pageRevision ? [] : `${title} has changed since its draft was started`;
      });
      const own = new Set(drafts.map(({ pageId }) => pageId));
      const foreign = texts.filter(({ pageId }) => !own.has(pageId));
      problems.push(...foreign.map(({ title }) => `${title} isn’t in the change request`));
      if (problems.length > 0) throw notReady("Couldn’t send the change request for review", problems);
      const id = createId("rvw", now);
      await transaction
        .deleteFrom("draft_reviews")
        .where("space_id", "=", spaceId)
        .where("change_request_id", "=", changeRequestId)
        .execute();
      const rows = texts.map(({ pageId, draftId, sequence, title, markdown }) => ({
        id,
        organization_id,
        space_id: spaceId,
        page_id: pageId,
        change_request_id: changeRequestId,
        draft_id: draftId,
        sequence,
        revision_id: drafts.find((draft) => draft.pageId === pageId)?.revisionId ?? "",
        title,
        markdown,
        author: JSON.stringify(author),
        requested_at: now,
      }));
      await transaction.insertInto("draft_reviews").values(rows).execute();
      await transaction
        .insertInto("shared_draft_authors")
        .values(
          texts.map(({ pageId }) => ({
            organization_id,
            space_id: spaceId,
            page_id: pageId,
            change_request_id: changeRequestId,
            author: authorKey(author),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(["space_id", "page_id", "change_request_id", "author"]).doNothing(),
        )
        .execute();
      await transaction
        .updateTable("change_requests")
        .set({ review_id: id, updated_at: now })
        .where("id", "=", changeRequestId)
        .execute();
    });
  return await getChangeRequest(context, location);
}

/** A reviewer's decision about a change request. */
export interface ChangeRequestDecision {
  readonly reviewId: string;
  readonly outcome: "approved" | "changes-requested";
  readonly comment?: string | undefined;
  readonly reviewer: RevisionAuthor;
}

/**
 * Approves the pages of a change request, or asks for changes.
 *
 * @throws PlatformError `not_found` (there is no such review), `conflict` (the change request isn't open), `precondition_failed` (a
 * page has changed since; the message names it), `forbidden` (the reviewer contributed to the change request)
 */
export async function decideChangeRequest(
  context: PlatformContext,
  location: ChangeRequestLocation,
  { reviewId, outcome, comment, reviewer }: ChangeRequestDecision,
): Promise<ChangeRequest> {
  const { spaceId, changeRequestId } = location;
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      requireOpen(await lockChangeRequest(transaction, location));
      // No change is appended while the authors are read.
      await lockDrafts(transaction, location);
      const { review, pages, contributors } = await getChangeRequest({ db: transaction }, location);
      orNotFound(
        review?.id === reviewId ? review : undefined,
        `review ${reviewId} of change request ${changeRequestId}`,
      );
      requireReady("Couldn’t decide the review", pages);
      if (outcome === "approved" && contributors.includes(authorKey(reviewer)))
        throw new PlatformError(
          "forbidden",
          "You changed one of these drafts or sent them for review. Another person must approve them.",
        );
      await transaction
        .updateTable("draft_reviews")
        .set({
          decision: outcome,
          reviewer: JSON.stringify(reviewer),
          comment: comment ?? null,
          decided_at: context.now(),
        })
        .where("space_id", "=", spaceId)
        .where("change_request_id", "=", changeRequestId)
        .execute();
      await touch(transaction, location, context.now());
    });
  return await getChangeRequest(context, location);
}

/** The publication of a change request. */
export interface ChangeRequestPublication {
  /** The review whose texts are published. */
  readonly reviewId: string;
  readonly author: RevisionAuthor;
}

/**
 * Publishes the reviewed texts of a change request as one revision of its space, and emits `space_content_updated`.
 *
 * @throws PlatformError `not_found` (there is no such review), `conflict` (the change request isn't open, or the space is in the
 * trash), `precondition_failed` (a page has changed since the review was requested; the message names it), `forbidden` (the
 * space requires an approval)
 */
export async function publishChangeRequest(
  context: PlatformContext,
  location: ChangeRequestLocation,
  { reviewId, author }: ChangeRequestPublication,
): Promise<ChangeRequest> {
  const { spaceId, changeRequestId } = location;
  const publish = async (revision: OpenRevision) => {
    const { transaction, id, now } = revision;
    requireOpen(await lockChangeRequest(transaction, location));
    await lockDrafts(transaction, location);
    const { title, review, pages } = await getChangeRequest({ db: transaction }, location);
    orNotFound(
      review?.id === reviewId ? review : undefined,
      `review ${reviewId} of change request ${changeRequestId}`,
    );
    requireReady("Couldn’t publish the change request", pages);
    const contents = await transaction
      .selectFrom("draft_reviews")
      .innerJoin("pages", (join) =>
        join
          .onRef("pages.space_id", "=", "draft_reviews.space_id")
          .onRef("pages.id", "=", "draft_reviews.page_id"),
      )
      .select(["pages.id", "pages.slug", "draft_reviews.title", "draft_reviews.markdown"])
      .where("draft_reviews.space_id", "=", spaceId)
      .where("draft_reviews.change_request_id", "=", changeRequestId)
      .execute();
    await writePages(revision, contents);
    for (const table of [
      "draft_reviews",
      "shared_draft_authors",
      "shared_draft_updates",
      "shared_drafts",
    ] as const)
      await transaction
        .deleteFrom(table)
        .where("space_id", "=", spaceId)
        .where("change_request_id", "=", changeRequestId)
        .execute();
    await transaction
      .updateTable("change_requests")
      .set({ status: "merged", revision_id: id, updated_at: now })
      .where("id", "=", changeRequestId)
      .execute();
    return { summary: `Published ${title}`, isApproved: review?.decision?.outcome === "approved" };
  };
  await reviseSpace(context, spaceId, author, publish);
  return await getChangeRequest(context, location);
}

/** @throws PlatformError `precondition_failed` that names each page that isn't ready */
function requireReady(what: string, pages: readonly ChangeRequestPage[]): void {
  const problems = pages.flatMap(({ pageId, title, state }) => {
    const problem = problemOf[state];
    return problem === undefined ? [] : [`${title || pageId} ${problem}`];
  });
  if (problems.length > 0) throw notReady(what, problems);
}

const problemOf: Readonly<Record<ChangeRequestPage["state"], string | undefined>> = {
  ready: undefined,
  draft: "has changes that aren’t part of the review",
  outdated: "was published with other changes, which must be merged first",
  deleted: "was deleted",
};

function notReady(what: string, problems: readonly string[]): PlatformError {
  return new PlatformError("precondition_failed", `${what}: ${problems.join("; ")}.`);
}

async function touch(
  transaction: Transaction<ContentTables>,
  { changeRequestId }: ChangeRequestLocation,
  now: number,
): Promise<void> {
  await transaction
    .updateTable("change_requests")
    .set({ updated_at: now })
    .where("id", "=", changeRequestId)
    .execute();
}

/** Locks the drafts of a change request, so that no change is appended until the transaction ends. */
async function lockDrafts(
  transaction: Transaction<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<DraftRow[]> {
  await transaction
    .updateTable("shared_drafts")
    .set({ change_request_id: changeRequestId })
    .where("space_id", "=", spaceId)
    .where("change_request_id", "=", changeRequestId)
    .execute();
  return await selectDrafts(transaction, spaceId, [changeRequestId]).execute();
}
