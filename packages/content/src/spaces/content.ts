import type { SiteResource, SpaceResource } from "../client/types.ts";
import { type PlatformContext, orNotFound, type OrganizationFilter } from "@plugboard/platform";
import { type Keyset, type WithUnixTimes, inList } from "@plugboard/platform/product";
import type { ExpressionBuilder } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ReadContext } from "../database/read-context.ts";

/** A tree of pages with a common history. */
export interface Space
  extends Pick<
    WithUnixTimes<SpaceResource, "trashedAt">,
    "id" | "title" | "visibility" | "requiresApproval" | "revisionId" | "trashedAt"
  > {
  readonly organizationId: string;
  /** The slug of the oldest site that publishes the space as its own or in a section; `undefined` if none does. */
  readonly siteSlug?: string | undefined;
  /** A verified domain of that site. */
  readonly siteDomain?: string | undefined;
  /** The path of the space on that site, with a trailing slash; empty if it is the site's own. */
  readonly sitePath: string;
}

/** A published space. */
export interface Site
  extends Pick<WithUnixTimes<SiteResource, "trashedAt">, "id" | "title" | "spaceId" | "trashedAt"> {
  readonly organizationId: string;
  readonly slug: string;
  /** The oldest verified domain. */
  readonly domain?: string | undefined;
}

/** Selects the oldest verified domain of the site of a row. */
export function domainOfSite(sites: ExpressionBuilder<ContentTables, "sites">) {
  return sites
    .selectFrom("site_domains")
    .select("domain")
    .whereRef("site_domains.site_id", "=", "sites.id")
    .where("site_domains.status", "=", "verified")
    .orderBy("site_domains.created_at")
    .orderBy("domain")
    .limit(1)
    .as("domain");
}

// A space without changes has no recorded revision, so its revision is that of the last saved page.
function selectSpaces({ db }: ReadContext) {
  return tablesOf(db)
    .selectFrom("spaces")
    .select(["id", "organization_id as organizationId", "title", "visibility", "trashed_at as trashedAt"])
    .select("requires_approval")
    .select((space) =>
      space.fn
        .coalesce(
          "spaces.revision_id",
          space
            .selectFrom("pages")
            .select("revision_id")
            .whereRef("pages.space_id", "=", "spaces.id")
            .orderBy("pages.updated_at", "desc")
            .orderBy("pages.revision_id", "desc")
            .limit(1),
        )
        .as("revisionId"),
    )
    .select((space) => {
      const site = space
        .selectFrom("sites")
        .whereRef("sites.space_id", "=", "spaces.id")
        .where("sites.trashed_at", "is", null)
        .orderBy("sites.id")
        .limit(1);
      const section = space
        .selectFrom("site_spaces")
        .innerJoin("sites", "sites.id", "site_spaces.site_id")
        .whereRef("site_spaces.space_id", "=", "spaces.id")
        .where("sites.trashed_at", "is", null)
        .orderBy("sites.id")
        .limit(1);
      return [
        site.select("slug").as("siteSlug"),
        site.select(domainOfSite).as("siteDomain"),
        section.select("slug").as("sectionSlug"),
        section.select(domainOfSite).as("sectionDomain"),
        section.select("section").as("section"),
      ];
    });
}

function toSpace({
  revisionId,
  siteSlug,
  siteDomain,
  sectionSlug,
  sectionDomain,
  section,
  trashedAt,
  requires_approval,
  ...space
}: Awaited<ReturnType<ReturnType<typeof selectSpaces>["execute"]>>[number]): Space {
  const isOwn = siteSlug !== null;
  return {
    ...space,
    requiresApproval: requires_approval === 1,
    revisionId: revisionId ?? "",
    siteSlug: siteSlug ?? sectionSlug ?? undefined,
    siteDomain: (isOwn ? siteDomain : sectionDomain) ?? undefined,
    sitePath: isOwn || section === null ? "" : `${section}/`,
    trashedAt: trashedAt ?? undefined,
  };
}

/**
 * Lists spaces by id, including those in the trash.
 */
export async function listSpaces(
  context: PlatformContext,
  { organizations, after, limit }: OrganizationFilter & Keyset = {},
): Promise<Space[]> {
  let query = selectSpaces(context).orderBy("id");
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(toSpace);
}

/**
 * Returns a space.
 *
 * @throws PlatformError `not_found`
 */
export async function getSpace(context: ReadContext, id: string): Promise<Space> {
  const row = await selectSpaces(context).where("id", "=", id).executeTakeFirst();
  return toSpace(orNotFound(row, `space ${id}`));
}

/**
 * Returns a space of an organization. @throws PlatformError `not_found`, including for a space of another
 * organization
 */
export async function getSpaceOf(context: ReadContext, organizationId: string, id: string): Promise<Space> {
  const space = await getSpace(context, id);
  return orNotFound(space.organizationId === organizationId ? space : undefined, `space ${id}`);
}

const siteColumns = [
  "id",
  "organization_id as organizationId",
  "space_id as spaceId",
  "slug",
  "title",
  "trashed_at as trashedAt",
] as const;

function toSite({
  trashedAt,
  domain,
  ...site
}: Omit<Site, "trashedAt" | "domain"> & {
  readonly trashedAt: number | null;
  readonly domain: string | null;
}): Site {
  return { ...site, domain: domain ?? undefined, trashedAt: trashedAt ?? undefined };
}

/**
 * Lists sites by id, including those in the trash.
 */
export async function listSites(
  { db }: PlatformContext,
  { organizations, after, limit }: OrganizationFilter & Keyset = {},
): Promise<Site[]> {
  let query = tablesOf(db).selectFrom("sites").select(siteColumns).select(domainOfSite).orderBy("id");
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toSite);
}

/**
 * Returns a site by id.
 *
 * @throws PlatformError `not_found`
 */
export async function getSite({ db }: ReadContext, id: string): Promise<Site> {
  const site = await tablesOf(db)
    .selectFrom("sites")
    .select(siteColumns)
    .select(domainOfSite)
    .where("id", "=", id)
    .executeTakeFirst();
  return toSite(orNotFound(site, `site ${id}`));
}

/**
 * Returns a site of an organization. @throws PlatformError `not_found`, including for a site of another
 * organization
 */
export async function getSiteOf(context: ReadContext, organizationId: string, id: string): Promise<Site> {
  const site = await getSite(context, id);
  return orNotFound(site.organizationId === organizationId ? site : undefined, `site ${id}`);
}
