import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import { authorKey, inList, type Keyset, type WithUnixTimes } from "@plugboard/platform/product";
import type { Kysely } from "kysely";
import { setImmediate as nextTurn } from "node:timers/promises";
import type * as Resource from "../client/types.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ChangeRequestLocation } from "./lock-change-request.ts";
import { type ListedPage, listPages } from "./pages.ts";
import { type PlannedChange, planStructure, type StructurePlan } from "./plan-structure.ts";

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
  /** The keys of everyone who changed one of its drafts, planned a move or requested the review. */
  readonly contributors: readonly string[];
};

const columns = [
  "id",
  "space_id as spaceId",
  "title",
  "description",
  "status",
  "author",
  "structure",
  "review",
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
      "pages.characters",
      "review.id as reviewId",
      "review.sequence as reviewedSequence",
      "review.revision_id as reviewedRevision",
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
  /** The length of the page's text; null if the page was deleted. */
  readonly characters: number | null;
}

/** Returns the drafts of a change request. */
export async function listDrafts(
  db: Kysely<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<readonly ChangeRequestDraft[]> {
  return await selectDrafts(db, spaceId, [changeRequestId]).execute();
}

function stateOf(draft: DraftRow, reviewId: string | undefined): Resource.ChangeRequestPage["state"] {
  if (draft.pageRevision === null) return "deleted";
  if (draft.revisionId !== draft.pageRevision) return "outdated";
  const isReviewed =
    reviewId !== undefined &&
    draft.reviewId === reviewId &&
    draft.reviewedSequence === draft.sequence &&
    draft.reviewedRevision === draft.pageRevision;
  return isReviewed ? "ready" : "draft";
}

/** A review as stored with its change request. */
export type StoredReview = Omit<ChangeRequestReview, "isCurrent"> & {
  /** The digest of the reviewed changes to the tree. */
  readonly structure: string;
};

/** Returns the review of a change request's column. */
export function reviewIn(review: string | null): StoredReview | undefined {
  // Written only by review-change-request.ts.
  return review === null ? undefined : (JSON.parse(review) as StoredReview);
}

/** Returns how a change request changes its space's tree of pages. */
export async function readPlan(
  db: Kysely<ContentTables>,
  spaceId: string,
  structure: string,
  drafts: readonly ChangeRequestDraft[],
  readTree = async (): Promise<readonly ListedPage[]> => await listPages({ db }, spaceId),
): Promise<StructurePlan> {
  const planned = plannedIn(structure);
  const created = drafts.filter(({ characters }) => characters === 0).map(({ pageId }) => pageId);
  const drafted = new Set(drafts.map(({ pageId }) => pageId));
  const isNeeded = planned.length > 0 || created.length > 0;
  return planStructure(isNeeded ? await readTree() : [], planned, { drafted, created });
}

/** Returns the planned changes of a change request's column. */
export function plannedIn(structure: string): readonly PlannedChange[] {
  // Written only by plan-change-request.ts.
  return JSON.parse(structure) as readonly PlannedChange[];
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
  let tree: Promise<readonly ListedPage[]> | undefined;
  const readTree = async () => await (tree ??= listPages({ db }, spaceId));
  const authorsOf = Map.groupBy(authors, ({ changeRequestId }) => changeRequestId);
  const found: ChangeRequest[] = [];
  for (const { review: stored, structure, revisionId, author, ...row } of rows) {
    // A plan of a large space takes about 5 ms, and a list has many.
    if (found.length > 0) await nextTurn();
    const own = drafts.get(row.id) ?? [];
    const review = reviewIn(stored);
    const pages = own.map((draft): Resource.ChangeRequestPage => {
      const { pageId, title, draftId, sequence } = draft;
      return { pageId, title, draftId, sequence, state: stateOf(draft, review?.id) };
    });
    const plan = await readPlan(db, spaceId, structure, own, readTree);
    const contributors = new Set([
      ...(authorsOf.get(row.id) ?? []).map((one) => one.author),
      ...plannedIn(structure).flatMap((planned) => planned.authors),
    ]);
    if (review !== undefined) contributors.add(authorKey(review.requestedBy));
    found.push({
      ...row,
      author: JSON.parse(author) as RevisionAuthor,
      revisionId: revisionId ?? undefined,
      pages,
      structure: [...plan.changes],
      review: review && showReview(review, pages, plan),
      contributors: [...contributors],
    });
  }
  return found;
}

function showReview(
  { structure, ...review }: StoredReview,
  pages: readonly Resource.ChangeRequestPage[],
  { digest, changes }: StructurePlan,
): ChangeRequestReview {
  const isCurrent =
    pages.every(({ state }) => state === "ready") &&
    structure === digest &&
    changes.every(({ problem }) => problem === undefined);
  return { ...review, isCurrent };
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
