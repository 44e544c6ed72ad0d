import type { PlatformContext } from "../database/platform-context.ts";
import { found } from "../common/platform-error.ts";

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
  return await db.selectFrom("organizations").select(["id", "title", "subdomain"]).execute();
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

export async function listSpaces(context: PlatformContext): Promise<Space[]> {
  const rows = await selectSpaces(context).execute();
  return rows.map((row) => ({ ...row, revisionId: row.revisionId ?? "" }));
}

/** @throws PlatformError `not_found` */
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

export async function listSites({ db }: PlatformContext): Promise<Site[]> {
  return await db.selectFrom("sites").select(siteColumns).execute();
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
