import type { PlatformContext } from "./platform-context.ts";
import { found } from "./platform-error.ts";

/** Who owns spaces, sites and integrations. */
export interface Organization {
  readonly id: string;
  readonly title: string;
  readonly subdomain: string;
}

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

export async function listOrganizations({ db }: PlatformContext): Promise<Organization[]> {
  return await db.selectFrom("organizations").select(["id", "title", "subdomain"]).orderBy("id").execute();
}

export async function listSpaces(context: PlatformContext): Promise<Space[]> {
  const rows = await context.db.selectFrom("spaces").selectAll().orderBy("id").execute();
  return await Promise.all(rows.map((row) => withRevision(context, row)));
}

/** @throws PlatformError `not_found` */
export async function getSpace(context: PlatformContext, id: string): Promise<Space> {
  const row = await context.db.selectFrom("spaces").selectAll().where("id", "=", id).executeTakeFirst();
  return await withRevision(context, found(row, `space ${id}`));
}

const siteColumns = [
  "id",
  "organization_id as organizationId",
  "space_id as spaceId",
  "slug",
  "title",
] as const;

export async function listSites({ db }: PlatformContext): Promise<Site[]> {
  return await db.selectFrom("sites").select(siteColumns).orderBy("id").execute();
}

/** @throws PlatformError `not_found` */
export async function getSite({ db }: PlatformContext, id: string): Promise<Site> {
  const site = await db.selectFrom("sites").select(siteColumns).where("id", "=", id).executeTakeFirst();
  return found(site, `site ${id}`);
}

/** @throws PlatformError `not_found` */
export async function getSiteBySlug({ db }: PlatformContext, slug: string): Promise<Site> {
  const site = await db.selectFrom("sites").select(siteColumns).where("slug", "=", slug).executeTakeFirst();
  return found(site, `site ${slug}`);
}

interface SpaceRow {
  readonly id: string;
  readonly organization_id: string;
  readonly title: string;
  readonly visibility: string;
}

// Every save makes a revision of the whole space, so the page saved last carries the newest one.
async function withRevision({ db }: PlatformContext, row: SpaceRow): Promise<Space> {
  const newest = await db
    .selectFrom("pages")
    .select("revision_id")
    .where("space_id", "=", row.id)
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const { id, organization_id: organizationId, title, visibility } = row;
  return { id, organizationId, title, visibility, revisionId: newest?.revision_id ?? "" };
}
