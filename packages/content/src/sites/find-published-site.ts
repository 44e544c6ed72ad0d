import type { SiteAccess, SiteCustomization } from "../client/types.ts";
import { orNotFound, withoutTenantScope, type PlatformContext } from "@plugboard/platform";
import { planQuery } from "@plugboard/platform/product";
import type { Kysely } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { domainOfSite, type Site } from "../spaces/content.ts";
import { readCustomization } from "./site-customization.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A site as visitors see it. */
export interface PublishedSite {
  readonly site: Site;
  /** The visibility of the space it publishes. */
  readonly visibility: string;
  readonly access: SiteAccess;
  readonly customization: SiteCustomization;
  readonly hasDocuments: boolean;
}

/**
 * Returns a published site by slug, with its access settings. Sites in the trash, and those of private or trashed
 * spaces, are not published. The lookup ignores the current organization scope, because the organization is only
 * known from the slug.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { findPublishedSite } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { site, access } = await findPublishedSite(platform, "handbook");
 * console.log(site.title, access.audience); // "Acme Handbook" "everyone"
 */
export async function findPublishedSite(context: PlatformContext, slug: string): Promise<PublishedSite> {
  const site = await findSite(context, slug);
  return orNotFound(site.visibility === "private" ? undefined : site, `site ${slug}`);
}

// A single statement: it runs for every page view and feedback.
const selectSite = planQuery((db: Kysely<ContentTables>, { slug }: { readonly slug: string }) =>
  db
    .selectFrom("sites")
    .innerJoin("spaces", "spaces.id", "sites.space_id")
    // The rows of a removed organization are removed in batches.
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
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
    .select(domainOfSite)
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
    .where("sites.trashed_at", "is", null),
);

/**
 * Returns a site by slug for visitors with a preview link: it can be private.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { findSite } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await findSite(platform, "handbook")).visibility); // "private"
 */
export async function findSite({ db }: PlatformContext, slug: string): Promise<PublishedSite> {
  const [row] = await withoutTenantScope("publicEndpoints", () => selectSite(tablesOf(db), { slug }));
  const { visibility, installation, customization, documentName, domain, ...site } = orNotFound(
    row,
    `site ${slug}`,
  );
  const access: SiteAccess =
    installation === null ? { audience: "everyone" } : { audience: "visitors", installation };
  return {
    site: { ...site, domain: domain ?? undefined },
    visibility,
    access,
    customization: readCustomization(customization),
    hasDocuments: documentName !== null,
  };
}
