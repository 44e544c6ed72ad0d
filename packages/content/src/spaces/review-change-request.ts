import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { authorKey, createId, inList } from "@plugboard/platform/product";
import type { Transaction } from "kysely";
import type { ChangeRequestPage, ChangeRequestStructure } from "../client/types.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ReviewDecision } from "./draft-reviews.ts";
import {
  type ChangeRequestLocation,
  lockChangeRequest,
  noStructure,
  removeDrafts,
  requireOpen,
} from "./lock-change-request.ts";
import { deletePages, joinTexts, requireSmallBlocks } from "./pages.ts";
import {
  type ChangeRequest,
  getChangeRequest,
  listDrafts,
  readPlan,
  reviewIn,
  type StoredReview,
} from "./read-change-requests.ts";
import { type OpenRevision, readLocations, reviseSpace, writeLocations } from "./revise-space.ts";
import { noteAuthor } from "./shared-draft-authors.ts";
import { type PageContent, writePages } from "./write-pages.ts";

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
      const { organization_id, structure } = requireOpen(await lockChangeRequest(transaction, location));
      await lockDrafts(transaction, location);
      const drafts = await listDrafts(transaction, location);
      const plan = await readPlan(transaction, spaceId, structure, drafts);
      if (drafts.length + plan.changes.length === 0)
        throw new PlatformError("conflict", "The change request changes no page. Add one first.");
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
      problems.push(...problemsOf(plan.changes));
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
      if (rows.length > 0) {
        await transaction.insertInto("draft_reviews").values(rows).execute();
        const reviewed = rows.map(({ page_id: pageId }) => ({
          ...location,
          pageId,
          organizationId: organization_id,
        }));
        await noteAuthor(transaction, reviewed, author);
      }
      await storeReview(
        transaction,
        location,
        { id, requestedBy: author, requestedAt: now, structure: plan.digest },
        now,
      );
    });
  return await getChangeRequest(context, location);
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
  { reviewId, outcome, comment, reviewer }: ReviewDecision,
): Promise<ChangeRequest> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const locked = requireOpen(await lockChangeRequest(transaction, location));
      // No change is appended while the authors are read.
      await lockDrafts(transaction, location);
      const stored = requireReview(locked, location, reviewId);
      const changeRequest = await getChangeRequest({ db: transaction }, location);
      requireReady("Couldn’t decide the review", changeRequest);
      const { contributors } = changeRequest;
      if (outcome === "approved" && contributors.includes(authorKey(reviewer)))
        throw new PlatformError(
          "forbidden",
          "You worked on this change request or sent it for review. Another person must approve it.",
        );
      const decidedAt = context.now();
      const decision = { outcome, reviewer, comment, decidedAt };
      await storeReview(transaction, location, { ...stored, decision }, decidedAt);
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
 * Publishes the reviewed texts, moves and deletions of a change request as one revision of its space, and emits `space_content_updated`.
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
    const locked = requireOpen(await lockChangeRequest(transaction, location));
    await lockDrafts(transaction, location);
    const { decision } = requireReview(locked, location, reviewId);
    requireReady(
      "Couldn’t publish the change request",
      await getChangeRequest({ db: transaction }, location),
    );
    const drafts = await listDrafts(transaction, location);
    const plan = await readPlan(transaction, spaceId, locked.structure, drafts);
    const reviewed = await transaction
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
    await deletePages(revision, plan.deleted);
    const texts = new Set(reviewed.map((page) => page.id));
    const renamed = await readPages(
      transaction,
      spaceId,
      [...plan.paths.keys()].filter((pageId) => !texts.has(pageId)),
    );
    await writePages(
      revision,
      [...reviewed, ...renamed].map((page) => ({ ...page, slug: plan.paths.get(page.id) ?? page.slug })),
    );
    const isRestructured = locked.structure !== noStructure;
    if (isRestructured)
      await writeLocations(revision, await readLocations(transaction, spaceId), plan.listLocations());
    await removeDrafts(transaction, location);
    await transaction
      .updateTable("change_requests")
      .set({ status: "merged", structure: noStructure, revision_id: id, updated_at: now })
      .where("id", "=", changeRequestId)
      .execute();
    return {
      summary: `Published ${locked.title}`,
      restructured: isRestructured,
      isApproved: decision?.outcome === "approved",
    };
  };
  await reviseSpace(context, spaceId, author, publish);
  return await getChangeRequest(context, location);
}

/** @throws PlatformError `precondition_failed` that names each page that isn't ready */
function requireReady(what: string, { pages, structure, review }: ChangeRequest): void {
  const problems = pages.flatMap(({ pageId, title, state }) => {
    const problem = problemOf[state];
    return problem === undefined ? [] : [`${title || pageId} ${problem}`];
  });
  problems.push(...problemsOf(structure));
  if (problems.length > 0) throw notReady(what, problems);
  if (review?.isCurrent !== true)
    throw notReady(what, ["its moves and deletions have other effects than those that were reviewed"]);
}

function problemsOf(structure: readonly ChangeRequestStructure[]): string[] {
  return structure.flatMap(({ title, problem }) =>
    problem === undefined ? [] : [`${title}: ${problem.replace(/\.$/, "")}`],
  );
}

/** Returns the newest review of a change request. @throws PlatformError `not_found` if it is another one */
function requireReview(
  locked: Awaited<ReturnType<typeof lockChangeRequest>>,
  { changeRequestId }: ChangeRequestLocation,
  reviewId: string,
): StoredReview {
  const review = reviewIn(locked.review);
  return orNotFound(
    review?.id === reviewId ? review : undefined,
    `review ${reviewId} of change request ${changeRequestId}`,
  );
}

async function storeReview(
  transaction: Transaction<ContentTables>,
  { changeRequestId }: ChangeRequestLocation,
  review: StoredReview,
  now: number,
): Promise<void> {
  await transaction
    .updateTable("change_requests")
    .set({ review: JSON.stringify(review), updated_at: now })
    .where("id", "=", changeRequestId)
    .execute();
}

async function readPages(
  transaction: Transaction<ContentTables>,
  spaceId: string,
  ids: readonly string[],
): Promise<PageContent[]> {
  return await joinTexts(transaction)
    .select(["pages.id", "pages.slug", "pages.title", "text.markdown"])
    .where("pages.space_id", "=", spaceId)
    .where("pages.id", "in", inList(ids))
    .execute();
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

/** Locks the drafts of a change request, so that no change is appended until the transaction ends. */
async function lockDrafts(
  transaction: Transaction<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<void> {
  await transaction
    .updateTable("shared_drafts")
    .set({ change_request_id: changeRequestId })
    .where("space_id", "=", spaceId)
    .where("change_request_id", "=", changeRequestId)
    .execute();
}
