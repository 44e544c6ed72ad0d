import type { SiteAccess, SiteCustomization } from "@plugboard/api/client";
import { found } from "../common/platform-error.ts";
import type { Site } from "../content/content.ts";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { readCustomization } from "./site-customization.ts";

/** A site as its visitors find it. */
export interface PublishedSite {
  readonly site: Site;
  /** The visibility of the space it publishes. */
  readonly visibility: string;
  /** Who may read it. */
  readonly access: SiteAccess;
  readonly customization: SiteCustomization;
  /** Whether it shows OpenAPI documents. */
  readonly hasDocuments: boolean;
}

/**
 * Finds a site by the slug of its address, with what decides who may read it. A site of a private or trashed space is not
 * published, nor is one in the trash. The slug alone says whose it is, so it is found whatever organizations the work around is for.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { findPublishedSite, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { site, access } = await findPublishedSite(platform, "handbook");
 * console.log(site.title, access.audience); // "Acme Handbook" "everyone"
 */
export async function findPublishedSite(context: PlatformContext, slug: string): Promise<PublishedSite> {
  const site = await findSite(context, slug);
  return found(site.visibility === "private" ? undefined : site, `site ${slug}`);
}

/**
 * Finds a site by the slug of its address for those who have a preview of it: it may be private.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { findSite, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await findSite(platform, "handbook")).visibility); // "private"
 */
export async function findSite({ db }: PlatformContext, slug: string): Promise<PublishedSite> {
  // One statement: every view of a page and every feedback begins with it.
  const lookUp = db
    .selectFrom("sites")
    .innerJoin("spaces", "spaces.id", "sites.space_id")
    .leftJoin("site_access", "site_access.site_id", "sites.id")
    .leftJoin("site_customizations", "site_customizations.site_id", "sites.id")
    .select([
      "sites.id",
      "sites.organization_id as organizationId",
      "sites.space_id as spaceId",
      "sites.slug",
      "sites.title",
      "spaces.visibility",
      "site_access.installation_id as installation",
      "site_customizations.customization",
    ])
    .select((site) =>
      site
        .selectFrom("openapi_documents")
        .select("name")
        .whereRef("openapi_documents.site_id", "=", "sites.id")
        .limit(1)
        .as("documentName"),
    )
    .where("sites.slug", "=", slug)
    .where("spaces.trashed_at", "is", null)
    .where("sites.trashed_at", "is", null);
  const row = await onWholePlatform("sites", () => lookUp.executeTakeFirst());
  const { visibility, installation, customization, documentName, ...site } = found(row, `site ${slug}`);
  const access: SiteAccess =
    installation === null ? { audience: "everyone" } : { audience: "visitors", installation };
  return {
    site,
    visibility,
    access,
    customization: readCustomization(customization),
    hasDocuments: documentName !== null,
  };
}
