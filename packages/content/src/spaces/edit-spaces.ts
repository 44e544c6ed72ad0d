import type { SpaceVisibility } from "../client/types.ts";
import type { Transaction } from "kysely";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { createIdFromKey, appendEvent } from "@plugboard/platform/product";
import { aboutSpace } from "../events/about.ts";
import { newContentEvent } from "../events/new-content-event.ts";
import { getSite, getSpace, getSpaceOf, type Site, type Space } from "./content.ts";
import { pathFromTitle } from "./page-path.ts";
import type { Manages } from "./revise-space.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/** Options of a new space. */
export interface NewSpace {
  readonly organizationId: string;
  readonly title: string;
  /** Defaults to `private`. */
  readonly visibility?: SpaceVisibility | undefined;
  /** Repeating the call with the same key returns the same space. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a space without pages.
 *
 * @throws PlatformError `not_found` if the organization does not exist
 *
 * @example
 * import { createSpace } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id } = await createSpace(platform, { organizationId: "org_1", title: "Guides" });
 * console.log(id);
 */
export async function createSpace(
  context: PlatformContext,
  { organizationId, title, visibility = "private", idempotencyKey }: NewSpace,
): Promise<Space> {
  const { db, now } = context;
  const organization = await tablesOf(db)
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  orNotFound(organization, `organization ${organizationId}`);
  const id = createIdFromKey("spc", organizationId, idempotencyKey, now());
  await tablesOf(db)
    .insertInto("spaces")
    .values({ id, organization_id: organizationId, title, visibility })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return await getSpace(context, id);
}

/** Changes to a space. Omitted fields stay unchanged. */
export interface SpaceEdit {
  readonly title?: string | undefined;
  readonly visibility?: string | undefined;
  /** Only managers change it. */
  readonly requiresApproval?: boolean | undefined;
  readonly manages?: Manages | undefined;
}

/**
 * Renames a space, changes its visibility, which emits `space_visibility_updated`, or sets whether it requires approvals.
 *
 * @throws PlatformError `not_found`, `forbidden` without any change if only a manager can change the rule for approvals
 */
export async function updateSpace(
  context: PlatformContext,
  spaceId: string,
  { title, visibility, requiresApproval, manages }: SpaceEdit,
): Promise<Space> {
  const changed = await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock the row: otherwise two concurrent changes could report the wrong previous
      // visibility.
      const space = await transaction
        .updateTable("spaces")
        .set({ id: spaceId })
        .where("id", "=", spaceId)
        .returning(["organization_id", "visibility", "requires_approval"])
        .executeTakeFirst();
      const { visibility: previousVisibility, ...before } = orNotFound(space, `space ${spaceId}`);
      const update = transaction.updateTable("spaces").where("id", "=", spaceId);
      if (requiresApproval !== undefined && requiresApproval !== (before.requires_approval === 1)) {
        if (manages?.(before.organization_id) !== true) throw onlyManagers();
        await update.set({ requires_approval: requiresApproval ? 1 : 0 }).execute();
      }
      if (title !== undefined) await update.set({ title }).execute();
      if (visibility === undefined || visibility === previousVisibility) return false;
      await update.set({ visibility }).execute();
      const fields = { spaceId, previousVisibility, visibility };
      await appendEvent(
        transaction,
        newContentEvent({ type: "space_visibility_updated", fields, ...aboutSpace(spaceId) }),
        context.now(),
      );
      return true;
    });
  if (changed) context.onEvent();
  return await getSpace(context, spaceId);
}

/**
 * Moves a space to the trash or out of it. While it is in the trash, its sites are not served and its pages
 * cannot be changed.
 *
 * @throws PlatformError `not_found`
 */
export async function trashSpace(
  context: PlatformContext,
  spaceId: string,
  trashed: boolean,
): Promise<Space> {
  const { trashedAt } = await getSpace(context, spaceId);
  if (trashed === (trashedAt === undefined))
    await tablesOf(context.db)
      .updateTable("spaces")
      .set({ trashed_at: trashed ? context.now() : null })
      .where("id", "=", spaceId)
      .execute();
  return await getSpace(context, spaceId);
}

/** Options of a new site. */
export interface NewSite {
  readonly spaceId: string;
  readonly title: string;
  /** Defaults to a slug from the title. */
  readonly slug?: string | undefined;
  /** Repeating the call with the same key returns the same site. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a site that publishes a space.
 *
 * @throws PlatformError `not_found`, `conflict` if the slug is taken
 *
 * @example
 * import { createSite } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { slug } = await createSite(platform, { spaceId: "spc_1", title: "Acme Docs" });
 * console.log(slug);
 */
export async function createSite(
  context: PlatformContext,
  { spaceId, title, slug: requestedSlug, idempotencyKey }: NewSite,
): Promise<Site> {
  const { db, now } = context;
  const { organizationId: organization_id } = await getSpace(context, spaceId);
  const id = createIdFromKey("sit", spaceId, idempotencyKey, now());
  const created = await tablesOf(db)
    .transaction()
    .execute(async (transaction) => {
      const same = transaction.selectFrom("sites").select("id").where("id", "=", id);
      if ((await same.executeTakeFirst()) !== undefined) return true;
      const slug = requestedSlug ?? (await freeSlug(transaction, title));
      const inserted = await transaction
        .insertInto("sites")
        .values({ id, organization_id, space_id: spaceId, slug, title })
        .onConflict((conflict) => conflict.column("slug").doNothing())
        .executeTakeFirst();
      return inserted.numInsertedOrUpdatedRows === 1n;
    });
  if (!created) throw slugTaken(requestedSlug);
  return await getSite(context, id);
}

/** Returns an unused slug made from a title. */
async function freeSlug(transaction: Transaction<ContentTables>, title: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const candidates: string[] = [];
    pathFromTitle(title, (path) => taken.has(path) || candidates.push(path) < candidatesOfAQuery);
    const rows = await transaction
      .selectFrom("sites")
      .select("slug")
      .where("slug", "in", candidates)
      .execute();
    for (const { slug } of rows) taken.add(slug);
    const free = candidates.find((path) => !taken.has(path));
    if (free !== undefined) return free;
  }
}

const candidatesOfAQuery = 100;

/** Changes to a site. Omitted fields stay unchanged. */
export interface SiteEdit {
  readonly title?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly slug?: string | undefined;
  readonly manages?: Manages | undefined;
}

/**
 * Renames a site, or changes its slug or its space.
 *
 * @throws PlatformError `not_found` (including for a space of another organization), `conflict` if the slug is
 * taken, or if a section of the site shows the space, `forbidden` if other pages would appear at an address whose pages
 * require an approval
 */
export async function updateSite(
  context: PlatformContext,
  siteId: string,
  { title, spaceId, slug, manages }: SiteEdit,
): Promise<Site> {
  const { organizationId, ...site } = await getSite(context, siteId);
  if (spaceId !== undefined) await getSpaceOf(context, organizationId, spaceId);
  const { requiresApproval } = await getSpace(context, site.spaceId);
  const isMoved = (spaceId ?? site.spaceId) !== site.spaceId || (slug ?? site.slug) !== site.slug;
  // Another site could take the slug.
  if (requiresApproval && isMoved && manages?.(organizationId) !== true)
    throw new PlatformError(
      "forbidden",
      "Changes to the site’s space require an approval. Only an owner or admin can change the space or the path of the site.",
    );
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      if (slug !== undefined) {
        const other = await transaction
          .selectFrom("sites")
          .select("id")
          .where("slug", "=", slug)
          .where("id", "!=", siteId)
          .executeTakeFirst();
        if (other !== undefined) throw slugTaken(slug);
      }
      await transaction
        .updateTable("sites")
        .set({ title, space_id: spaceId, slug })
        .where("id", "=", siteId)
        .execute();
      if (spaceId === undefined) return;
      // After the update, which locks the row, so that the sections can't change meanwhile.
      const section = await transaction
        .selectFrom("site_spaces")
        .select("section")
        .where("site_id", "=", siteId)
        .where("space_id", "=", spaceId)
        .executeTakeFirst();
      if (section !== undefined) throw shownBySection(section.section);
    });
  return await getSite(context, siteId);
}

/**
 * Moves a site to the trash or out of it. While it is in the trash, it is not served but keeps its slug.
 *
 * @throws PlatformError `not_found`
 */
export async function trashSite(context: PlatformContext, siteId: string, trashed: boolean): Promise<Site> {
  await tablesOf(context.db)
    .updateTable("sites")
    .set({ trashed_at: trashed ? context.now() : null })
    .where("id", "=", siteId)
    .where("trashed_at", trashed ? "is" : "is not", null)
    .execute();
  return await getSite(context, siteId);
}

function shownBySection(section: string): PlatformError {
  const message = `is shown by the section ${section} of this site. Remove the section first`;
  return new PlatformError("conflict", `spaceId: ${message}.`, [{ path: "spaceId", message }]);
}

function onlyManagers(): PlatformError {
  const message = "can be changed only by an owner or admin of the organization, signed in to the console";
  return new PlatformError("forbidden", `requiresApproval: ${message}.`, [
    { path: "requiresApproval", message },
  ]);
}

function slugTaken(slug = ""): PlatformError {
  const problem = { path: "path", message: "is taken by another site. Choose another" };
  return new PlatformError("conflict", `The path ${slug} is taken by another site. Choose another.`, [
    problem,
  ]);
}
