import type { SiteCustomization } from "../client/types.ts";
import type { PlatformContext } from "@plugboard/platform";
import { readObject } from "@plugboard/platform/product";
import { getSite } from "../spaces/content.ts";
import { tablesOf } from "../database/tables-of.ts";

/** Reads a site's customization from its column. */
export function readCustomization(column: string | null | undefined): SiteCustomization {
  // Validated before it was stored.
  return column === null || column === undefined ? {} : readObject(column);
}

/**
 * Returns a site's customization.
 *
 * @throws PlatformError `not_found`
 */
export async function getSiteCustomization(
  context: PlatformContext,
  siteId: string,
): Promise<SiteCustomization> {
  const row = await tablesOf(context.db)
    .selectFrom("site_customizations")
    .select("customization")
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  if (row === undefined) await getSite(context, siteId);
  return readCustomization(row?.customization);
}

/**
 * Sets a site's customization. It must be validated, as the API does: colors and URLs are inserted into pages
 * unchanged.
 *
 * @throws PlatformError `not_found`
 */
export async function updateSiteCustomization(
  context: PlatformContext,
  siteId: string,
  customization: SiteCustomization,
): Promise<SiteCustomization> {
  const { organizationId } = await getSite(context, siteId);
  const row = { organization_id: organizationId, customization: JSON.stringify(customization) };
  await tablesOf(context.db)
    .insertInto("site_customizations")
    .values({ site_id: siteId, ...row })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet(row))
    .execute();
  return customization;
}
