import { PlatformError } from "@plugboard/platform";
import type { PageContent } from "./write-pages.ts";
import type { OpenRevision } from "./revise-space.ts";

/**
 * Bases a page's shared draft on the revision that publishes it, and ends its review. Returns whether another person approved
 * exactly this text, based on the page's current revision, and the draft hasn't changed since.
 *
 * @throws PlatformError `conflict` if the draft is in a change request
 */
export async function publishSharedDraft(
  { transaction, spaceId, id }: OpenRevision,
  draftId: string,
  before: { readonly revisionId: string },
  page: PageContent,
): Promise<boolean> {
  // Locks the draft, so that no change is appended before the revision exists.
  const draft = await transaction
    .updateTable("shared_drafts")
    .set({ revision_id: id })
    .where("space_id", "=", spaceId)
    .where("page_id", "=", page.id)
    .where("change_request_id", "=", "")
    .where("id", "=", draftId)
    .returning("sequence")
    .executeTakeFirst();
  if (draft === undefined) {
    await requireNoChangeRequest(transaction, draftId);
    return false;
  }
  const review = await transaction
    .deleteFrom("draft_reviews")
    .where("space_id", "=", spaceId)
    .where("page_id", "=", page.id)
    .where("change_request_id", "=", "")
    .returning(["draft_id", "sequence", "revision_id", "title", "markdown", "decision"])
    .executeTakeFirst();
  const isApproved =
    review?.decision === "approved" &&
    review.draft_id === draftId &&
    review.sequence === draft.sequence &&
    review.revision_id === before.revisionId &&
    review.title === page.title &&
    review.markdown === page.markdown;
  // The draft equals the page now, so its next authors are those of the next change.
  if (isApproved)
    await transaction
      .deleteFrom("shared_draft_authors")
      .where("space_id", "=", spaceId)
      .where("page_id", "=", page.id)
      .where("change_request_id", "=", "")
      .execute();
  return isApproved;
}

async function requireNoChangeRequest(
  transaction: OpenRevision["transaction"],
  draftId: string,
): Promise<void> {
  const changeRequest = await transaction
    .selectFrom("shared_drafts")
    .innerJoin("change_requests", "change_requests.id", "shared_drafts.change_request_id")
    .select("change_requests.title")
    .where("shared_drafts.id", "=", draftId)
    .executeTakeFirst();
  if (changeRequest !== undefined)
    throw new PlatformError(
      "conflict",
      `The draft is in the change request ${changeRequest.title}. Publish that, or remove the draft from it first.`,
    );
}
