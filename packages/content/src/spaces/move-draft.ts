import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { tablesOf } from "../database/tables-of.ts";
import {
  type ChangeRequestLocation,
  lockChangeRequest,
  requireFewPages,
  requireOpen,
} from "./lock-change-request.ts";
import { type ChangeRequest, getChangeRequest } from "./read-change-requests.ts";

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
        // A draft of a deleted page is kept for 30 days from now.
        .set({ updated_at: context.now() })
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
      await transaction
        .updateTable("change_requests")
        .set({ review: null, updated_at: context.now() })
        .where("id", "=", changeRequestId)
        .execute();
      await requireFewPages(transaction, location);
    });
}
