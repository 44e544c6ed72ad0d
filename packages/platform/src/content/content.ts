import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError, found } from "../common/platform-error.ts";
import type { Transaction } from "kysely";
import { appendEvent } from "../events/append-event.ts";
import { createId } from "../common/create-id.ts";
import type { OrganizationFilter } from "../organizations/organizations.ts";
import type { Tables } from "../database/tables.ts";

/** A tree of pages that is edited together. */
export interface Space {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  readonly visibility: string;
  /** The revision its content is at; empty for a space without pages. */
  readonly revisionId: string;
}

/** A published space. */
export interface Site {
  readonly id: string;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly slug: string;
  readonly title: string;
}

// Every save makes a revision of the whole space, so the page saved last carries the newest one.
function selectSpaces({ db }: PlatformContext) {
  return db
    .selectFrom("spaces")
    .select(["id", "organization_id as organizationId", "title", "visibility"])
    .select((space) =>
      space
        .selectFrom("pages")
        .select("revision_id")
        .whereRef("pages.space_id", "=", "spaces.id")
        .orderBy("pages.updated_at", "desc")
        .orderBy("pages.revision_id", "desc")
        .limit(1)
        .as("revisionId"),
    );
}

/**
 * Every space, or those of some organizations.
 *
 * @example
 * import { listSpaces, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { id, title } of await listSpaces(platform)) console.log(id, title);
 */
export async function listSpaces(
  context: PlatformContext,
  { organizations }: OrganizationFilter = {},
): Promise<Space[]> {
  let query = selectSpaces(context);
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, revisionId: row.revisionId ?? "" }));
}

/**
 * One space.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getSpace, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { title } = await getSpace(platform, "spc_1");
 * console.log(title);
 */
export async function getSpace(context: PlatformContext, id: string): Promise<Space> {
  const row = await selectSpaces(context).where("id", "=", id).executeTakeFirst();
  const space = found(row, `space ${id}`);
  return { ...space, revisionId: space.revisionId ?? "" };
}

const siteColumns = [
  "id",
  "organization_id as organizationId",
  "space_id as spaceId",
  "slug",
  "title",
] as const;

/**
 * Every published site, or those of some organizations.
 *
 * @example
 * import { listSites, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { slug, title } of await listSites(platform)) console.log(slug, title);
 */
export async function listSites(
  { db }: PlatformContext,
  { organizations }: OrganizationFilter = {},
): Promise<Site[]> {
  let query = db.selectFrom("sites").select(siteColumns);
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  return await query.execute();
}

/**
 * One site, by its id.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getSite, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { title } = await getSite(platform, "sit_1");
 * console.log(title);
 */
export async function getSite({ db }: PlatformContext, id: string): Promise<Site> {
  const site = await db.selectFrom("sites").select(siteColumns).where("id", "=", id).executeTakeFirst();
  return found(site, `site ${id}`);
}

/**
 * One site, by the slug of its address.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getSiteBySlug, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { title } = await getSiteBySlug(platform, "handbook");
 * console.log(title);
 */
export async function getSiteBySlug({ db }: PlatformContext, slug: string): Promise<Site> {
  const site = await db.selectFrom("sites").select(siteColumns).where("slug", "=", slug).executeTakeFirst();
  return found(site, `site ${slug}`);
}

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

/**
 * The pages of a space in their order.
 *
 * @example
 * import { listPages, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { id, title } of await listPages(platform, "spc_1")) console.log(id, title);
 */
export async function listPages({ db }: PlatformContext, spaceId: string): Promise<Page[]> {
  return await db
    .selectFrom("pages")
    .select(columns)
    .where("space_id", "=", spaceId)
    .orderBy("position")
    .execute();
}

/**
 * One page of a space.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getPage, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { markdown } = await getPage(platform, "spc_1", "pag_1");
 * console.log(markdown);
 */
export async function getPage({ db }: PlatformContext, spaceId: string, pageId: string): Promise<Page> {
  const page = await db
    .selectFrom("pages")
    .select(columns)
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .executeTakeFirst();
  return found(page, `page ${pageId} in space ${spaceId}`);
}

/** What is saved of a page; what is left out stays as it is. */
export interface PageEdit {
  readonly title?: string | undefined;
  readonly markdown?: string | undefined;
  /** The edit is refused unless this is the page's revision. */
  readonly ifRevisionId?: string | undefined;
}

/**
 * Saves a page as a new revision of its space and emits `space_content_updated`, both or neither.
 *
 * @throws PlatformError `not_found`, `precondition_failed`
 * @example
 * import { savePage, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { revisionId } = await savePage(platform, "spc_1", "pag_1", { markdown: "# Welcome\n" });
 * console.log(revisionId);
 */
export async function savePage(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
  { title, markdown, ifRevisionId }: PageEdit,
): Promise<Page> {
  const now = context.now();
  const revisionId = createId("rev", now);
  await context.db.transaction().execute(async (transaction) => {
    let update = transaction
      .updateTable("pages")
      .set({ title, markdown, revision_id: revisionId, updated_at: now })
      .where("space_id", "=", spaceId)
      .where("id", "=", pageId);
    if (ifRevisionId !== undefined) update = update.where("revision_id", "=", ifRevisionId);
    const saved = await update.executeTakeFirst();
    if (saved.numUpdatedRows === 0n) throw await whyNotSaved(transaction, spaceId, pageId);
    await appendEvent(
      transaction,
      { type: "space_content_updated", fields: { spaceId, revisionId }, spaceId },
      now,
    );
  });
  context.onEvent();
  return await getPage(context, spaceId, pageId);
}

async function whyNotSaved(
  transaction: Transaction<Tables>,
  spaceId: string,
  pageId: string,
): Promise<PlatformError> {
  const page = await transaction
    .selectFrom("pages")
    .select("id")
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .executeTakeFirst();
  found(page, `page ${pageId} in space ${spaceId}`);
  return new PlatformError("precondition_failed", "The page was changed since. Read it and try again.");
}
