import { orNotFound, PlatformError } from "@plugboard/platform";
import type { Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** The space of a change request, and its ID. */
export interface ChangeRequestLocation {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** Locks a change request until the transaction ends. @throws PlatformError `not_found`, also if its space is in the trash */
export async function lockChangeRequest(
  transaction: Transaction<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
) {
  const locked = await transaction
    .updateTable("change_requests")
    .set({ id: changeRequestId })
    .where("id", "=", changeRequestId)
    .where("space_id", "=", spaceId)
    .where((row) =>
      row.exists(
        row
          .selectFrom("spaces")
          .select("spaces.id")
          .where("spaces.id", "=", spaceId)
          .where("spaces.trashed_at", "is", null),
      ),
    )
    .returning(["organization_id", "title", "status", "structure", "review"])
    .executeTakeFirst();
  return orNotFound(locked, `change request ${changeRequestId} in space ${spaceId}`);
}

/** The column of a change request that moves and deletes no page. */
export const noStructure = "[]";

type Locked = Awaited<ReturnType<typeof lockChangeRequest>>;

/** @throws PlatformError `conflict` */
export function requireOpen(changeRequest: Locked): Locked {
  if (changeRequest.status !== "open") throw notOpen(changeRequest);
  return changeRequest;
}

/** Returns the error of a change to a change request that isn't open. */
export function notOpen({ title, status }: Locked): PlatformError {
  return new PlatformError(
    "conflict",
    status === "merged"
      ? `The change request ${title} was published. Create another one.`
      : `The change request ${title} is closed. Open it again first.`,
  );
}

/** @throws PlatformError `conflict` */
export async function requireFewPages(
  transaction: Transaction<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<void> {
  const { pages } = await transaction
    .selectFrom("shared_drafts")
    .select((row) => row.fn.countAll().as("pages"))
    .where("space_id", "=", spaceId)
    .where("change_request_id", "=", changeRequestId)
    .executeTakeFirstOrThrow();
  if (Number(pages) > contentLimits.changeRequestPages)
    throw new PlatformError(
      "conflict",
      `A change request can have at most ${contentLimits.changeRequestPages} pages. Add this page to another one.`,
    );
}

/** Deletes the drafts of a change request with their changes, reviews and authors. */
export async function removeDrafts(
  transaction: Transaction<ContentTables>,
  { spaceId, changeRequestId }: ChangeRequestLocation,
): Promise<void> {
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
}
