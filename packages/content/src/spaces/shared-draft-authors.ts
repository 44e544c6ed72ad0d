import type { RevisionAuthor } from "@plugboard/api/client";
import { authorKey } from "@plugboard/platform/product";
import type { Kysely, Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";

/** The page of a shared draft. */
export interface SharedDraftLocation {
  readonly spaceId: string;
  readonly pageId: string;
  /** The change request that the draft belongs to; empty for the page's own draft. */
  readonly changeRequestId: string;
}

/** Records an author of shared drafts. */
export async function noteAuthor(
  transaction: Transaction<ContentTables>,
  drafts: readonly (SharedDraftLocation & { readonly organizationId: string })[],
  author: RevisionAuthor,
): Promise<void> {
  await transaction
    .insertInto("shared_draft_authors")
    .values(
      drafts.map(({ organizationId, spaceId, pageId, changeRequestId }) => ({
        organization_id: organizationId,
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
}

/** Lists the keys of a shared draft's authors. */
export async function listAuthors(
  db: Kysely<ContentTables>,
  { spaceId, pageId, changeRequestId }: SharedDraftLocation,
): Promise<string[]> {
  const rows = await db
    .selectFrom("shared_draft_authors")
    .select("author")
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .where("change_request_id", "=", changeRequestId)
    .execute();
  return rows.map(({ author }) => author);
}
