import { setImmediate as nextTurn } from "node:timers/promises";
import type { PlatformContext } from "@plugboard/platform";
import type { Selectable } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { joinTexts } from "./pages.ts";
import { selectStaged } from "./revisions.ts";

/** The interval between two checks of an image's use, in milliseconds. */
export const imageCheckMilliseconds: number = 24 * 3600 * 1000;

const keptMilliseconds = 30 * 24 * 3600 * 1000;
const batchSize = 50;
/** How far the clocks of two servers may differ. */
const clockMilliseconds = 60_000;

type DueImage = Pick<
  Selectable<ContentTables["images"]>,
  "id" | "organization_id" | "space_id" | "unused_since" | "checked_revision"
> & { readonly revision_number: number };

/**
 * Deletes images that no page, draft, shared draft, revision or site customization of their organization has used for 30 days. Other spaces
 * use them by their absolute URL. An image is checked once a day until a revision uses it. Checks one batch.
 *
 * @returns the number of checked images
 */
export async function removeUnusedImages(context: PlatformContext): Promise<number> {
  const due = await tablesOf(context.db)
    .selectFrom("images")
    .innerJoin("spaces", "spaces.id", "images.space_id")
    .select(["images.id", "images.organization_id", "space_id", "unused_since", "checked_revision"])
    .select("spaces.revision_number")
    .where("check_at", "<=", context.now())
    .orderBy("check_at")
    .limit(batchSize)
    .execute();
  for (const image of due) await checkImage(context, image);
  return due.length;
}

type ImageUse = "page_drafts" | "shared_drafts" | "page_versions";

async function checkImage(
  context: PlatformContext,
  { id, organization_id, space_id, unused_since, checked_revision, revision_number }: DueImage,
): Promise<void> {
  const db = tablesOf(context.db);
  const checkedAt = context.now();
  const pattern = `%${id}%`;
  const inSpace = (table: ImageUse, spaceId = space_id) =>
    db
      .selectFrom(table)
      .select("space_id")
      .where("space_id", "=", spaceId)
      .where("markdown", "like", pattern)
      .limit(1);
  const staged = selectStaged(context.db, space_id);
  // Older revisions were searched by an earlier check, or are older than the image.
  const inRevisions = inSpace("page_versions")
    .where("number", ">", checked_revision)
    .where("revision_id", "not in", staged);
  // Staged versions may be discarded.
  const inStaged = inSpace("page_versions").where("revision_id", "in", staged);
  const inDrafts = inSpace("page_drafts");
  const inSharedDrafts = inSpace("shared_drafts");
  const inCustomizations = db
    .selectFrom("site_customizations")
    .select("site_id")
    .where("organization_id", "=", organization_id)
    .where("customization", "like", pattern)
    .limit(1);
  const spaceIds = db.selectFrom("spaces").select("id").where("organization_id", "=", organization_id);
  const changedSince = checkedAt - clockMilliseconds;
  const inChangedDrafts = (["page_drafts", "shared_drafts"] as const).map((table) =>
    db
      .selectFrom(table)
      .select("space_id")
      .where("space_id", "in", spaceIds)
      .where("updated_at", ">=", changedSince)
      .where("markdown", "like", pattern)
      .limit(1),
  );
  const inChangedPages = joinTexts(context.db)
    .select("pages.space_id")
    .where("pages.space_id", "in", spaceIds)
    .where("pages.updated_at", ">=", changedSince)
    .where("markdown", "like", pattern)
    .limit(1);
  const update = db.updateTable("images").where("id", "=", id);
  const isFound = async (query: { readonly executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
    (await query.executeTakeFirst()) !== undefined;
  const isUsedElsewhere = async (): Promise<boolean> => {
    const spaces = await db
      .selectFrom("spaces")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "!=", space_id)
      .execute();
    for (const { id: otherId } of spaces)
      for (const table of ["page_drafts", "shared_drafts", "page_versions"] as const) {
        if (await isFound(inSpace(table, otherId))) return true;
        await nextTurn();
      }
    return false;
  };
  if (await isFound(inRevisions)) {
    await update.set({ check_at: null, unused_since: null }).execute();
    return;
  }
  const next = { check_at: checkedAt + imageCheckMilliseconds, checked_revision: revision_number };
  const isUsedHere =
    (await isFound(inDrafts)) ||
    (await isFound(inSharedDrafts)) ||
    (await isFound(inStaged)) ||
    (await isFound(inCustomizations));
  if (isUsedHere) await update.set({ ...next, unused_since: null }).execute();
  else if (unused_since === null || unused_since > checkedAt - keptMilliseconds)
    await update.set({ ...next, unused_since: unused_since ?? checkedAt }).execute();
  // Searching all spaces is slow, so it waits until the image would be deleted.
  else if (await isUsedElsewhere()) await update.set({ ...next, unused_since: null }).execute();
  // Checks again for uses that began during the search.
  else
    await db
      .deleteFrom("images")
      .where("id", "=", id)
      .where((row) =>
        row.and(
          [
            inRevisions,
            inStaged,
            inDrafts,
            inSharedDrafts,
            inCustomizations,
            inChangedPages,
            ...inChangedDrafts,
          ].map((use) => row.not(row.exists(use))),
        ),
      )
      .execute();
}
