import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import { inList, type Keyset, type WithUnixTimes } from "@plugboard/platform/product";
import type { Kysely } from "kysely";
import type * as Resource from "../client/types.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ChangeRequestLocation } from "./lock-change-request.ts";

/** The state of a change request. */
export type ChangeRequestStatus = ContentTables["change_requests"]["status"];

/** The review of a change request's pages. */
export type ChangeRequestReview = Omit<
  WithUnixTimes<Resource.ChangeRequestReview, "requestedAt">,
  "decision"
> & {
  readonly decision?:
    | WithUnixTimes<NonNullable<Resource.ChangeRequestReview["decision"]>, "decidedAt">
    | undefined;
};

/** A set of shared drafts of a space's pages that are reviewed and published together. */
export type ChangeRequest = Omit<
  WithUnixTimes<Resource.ChangeRequest, "createdAt" | "updatedAt">,
  "isAuthor" | "review"
> & {
  readonly review?: ChangeRequestReview | undefined;
  /** The keys of everyone who changed one of its drafts or requested the review. */
  readonly contributors: readonly string[];
};

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

/** A draft of a change request, and its page. */
export interface ChangeRequestDraft {
  readonly pageId: string;
  readonly draftId: string;
  readonly title: string;
  readonly sequence: number;
  /** The revision that the draft is based on. */
  readonly revisionId: string;
  /** The page's revision; null if the page was deleted. */
  readonly pageRevision: string | null;
}

/** Returns the drafts of a change request. */
export async function listDrafts(
  db: Kysely<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<readonly ChangeRequestDraft[]> {
  return await selectDrafts(db, spaceId, [changeRequestId]).execute();
}

function stateOf(draft: DraftRow, reviewId: string | null): Resource.ChangeRequestPage["state"] {
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
  let query = db
    .selectFrom("change_requests")
    .select(columns)
    .where("space_id", "=", spaceId)
    .orderBy("id", "desc");
  if (changeRequestId !== undefined) query = query.where("id", "=", changeRequestId);
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== undefined) query = query.where("id", "<", after);
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
    const pages = own.map((draft): Resource.ChangeRequestPage => {
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

/** Lists the change requests of a space, newest first. */
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
