import type { PlatformContext } from "@plugboard/platform";
import { paginate, runDocumentTask } from "@plugboard/platform/product";
import type { ChangeRequestChange, ChangeRequestPage } from "../client/types.ts";
import { tablesOf } from "../database/tables-of.ts";
import { getChangeRequest } from "./read-change-requests.ts";
import type { ChangeRequestLocation } from "./lock-change-request.ts";

/** Lists the changed pages of a change request, with text diffs. */
export async function listChangeRequestChanges(
  context: PlatformContext,
  location: ChangeRequestLocation,
  query: Parameters<typeof paginate>[2],
): Promise<{ readonly items: ChangeRequestChange[]; readonly next?: string | undefined }> {
  const { pages } = await getChangeRequest(context, location);
  const { items, next } = paginate(pages, ({ pageId }) => pageId, query);
  const shown: ChangeRequestChange[] = [];
  // One at a time, because the text of many pages would take too much memory.
  for (const page of items) {
    const change = await compare(context, location, page);
    if (change !== undefined) shown.push(change);
  }
  return { items: shown, next };
}

/** Returns `undefined` if the draft has ended since the pages were read. */
async function compare(
  { db }: PlatformContext,
  { spaceId, changeRequestId }: ChangeRequestLocation,
  { pageId, state }: ChangeRequestPage,
): Promise<ChangeRequestChange | undefined> {
  const tables = tablesOf(db);
  const draft = await tables
    .selectFrom("shared_drafts")
    .select(["title", "markdown", "revision_id as revisionId"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .executeTakeFirst();
  if (draft === undefined) return undefined;
  const reviewed =
    state === "ready"
      ? await tables
          .selectFrom("draft_reviews")
          .select(["id", "title", "markdown"])
          .where("space_id", "=", spaceId)
          .where("page_id", "=", pageId)
          .where("change_request_id", "=", changeRequestId)
          .executeTakeFirst()
      : undefined;
  // The text that the draft is based on: changes of others since then aren't part of it.
  const base = await tables
    .selectFrom("page_versions")
    .select(["title", "slug", "markdown"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("revision_id", "=", draft.revisionId)
    .executeTakeFirst();
  const after = reviewed ?? draft;
  const oldText = base?.markdown ?? "";
  const isEdited = oldText !== after.markdown;
  const name = `${base?.slug ?? pageId}.md`;
  const patch = isEdited
    ? await runDocumentTask("diffTexts", {
        oldName: `a/${name}`,
        newName: `b/${name}`,
        oldText,
        newText: after.markdown,
      })
    : undefined;
  const changes = [
    ["created", isEdited && oldText === ""],
    ["renamed", base !== undefined && base.title !== after.title],
    ["edited", isEdited && oldText !== ""],
  ] as const;
  return {
    pageId,
    title: after.title,
    state,
    reviewId: reviewed?.id,
    changes: changes.filter(([, isMade]) => isMade).map(([kind]) => kind),
    patch,
  };
}
