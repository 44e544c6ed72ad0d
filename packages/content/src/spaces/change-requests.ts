import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { createIdFromKey } from "@plugboard/platform/product";
import type { Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import {
  type ChangeRequestLocation,
  lockChangeRequest,
  notOpen,
  removeDrafts,
} from "./lock-change-request.ts";
import { type ChangeRequest, getChangeRequest } from "./read-change-requests.ts";

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
  /** Closing keeps the drafts for 30 days. They can't change until it is open again. */
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

const closedMilliseconds = 30 * 24 * 3600 * 1000;
const removedAtOnce = 20;

/**
 * Deletes a batch of the change requests that were closed and not changed for 30 days, with their drafts, which count towards their
 * organization's limit.
 *
 * @returns the number of deleted change requests
 */
export async function removeClosedChangeRequests(context: PlatformContext): Promise<number> {
  const db = tablesOf(context.db);
  const until = context.now() - closedMilliseconds;
  const closed = await db
    .selectFrom("change_requests")
    .select(["id", "space_id"])
    .where("status", "=", "closed")
    .where("updated_at", "<=", until)
    .orderBy("updated_at")
    .limit(removedAtOnce)
    .execute();
  for (const { id, space_id: spaceId } of closed)
    await db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("change_requests")
        .where("id", "=", id)
        .where("status", "=", "closed")
        .where("updated_at", "<=", until)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await removeDrafts(transaction, { spaceId, changeRequestId: id });
    });
  return closed.length;
}
