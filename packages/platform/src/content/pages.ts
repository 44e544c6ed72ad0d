import { appendEvent } from "../events/append-event.ts";
import { createId } from "../common/create-id.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { found } from "../common/platform-error.ts";

/** A page of a space. */
export interface Page {
  readonly id: string;
  readonly spaceId: string;
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
  /** Its place among the pages of the space. */
  readonly position: number;
  readonly revisionId: string;
  readonly updatedAt: number;
}

const columns = [
  "id",
  "space_id as spaceId",
  "slug",
  "title",
  "markdown",
  "position",
  "revision_id as revisionId",
  "updated_at as updatedAt",
] as const;

/** The pages of a space in their order. */
export async function listPages({ db }: PlatformContext, spaceId: string): Promise<Page[]> {
  return await db
    .selectFrom("pages")
    .select(columns)
    .where("space_id", "=", spaceId)
    .orderBy("position")
    .execute();
}

/** @throws PlatformError `not_found` */
export async function getPage({ db }: PlatformContext, spaceId: string, pageId: string): Promise<Page> {
  const page = await db
    .selectFrom("pages")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .executeTakeFirst();
  return found(page, `page ${pageId} in space ${spaceId}`);
}

/**
 * Saves a page as a new revision of its space and emits `space_content_updated`, both or neither.
 *
 * @throws PlatformError `not_found`
 */
export async function savePage(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  content: { readonly title?: string; readonly markdown?: string },
): Promise<Page> {
  const now = context.now();
  const revisionId = createId("rev", now);
  await context.db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .updateTable("pages")
      .set({ ...content, revision_id: revisionId, updated_at: now })
      .where("space_id", "=", spaceId)
      .where("id", "=", pageId)
      .executeTakeFirst();
    found(saved.numUpdatedRows > 0n ? saved : undefined, `page ${pageId} in space ${spaceId}`);
    await appendEvent(
      transaction,
      { type: "space_content_updated", fields: { spaceId, revisionId }, spaceId },
      now,
    );
  });
  context.onEvent();
  return await getPage(context, spaceId, pageId);
}
