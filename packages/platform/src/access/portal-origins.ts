import type { WithUnixTimes } from "../common/with-unix-times.ts";
import type { PortalOrigin as PortalOriginResource } from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { holdOrganization } from "../organizations/members.ts";

/** An origin whose pages can embed an organization's portal. */
export type PortalOrigin = WithUnixTimes<PortalOriginResource, "createdAt">;

/**
 * Returns the origins that an organization allows to embed its portal, sorted. A host lists them in the
 * `frame-ancestors` of the portal's pages, which are below `/portal/{organizationId}`.
 *
 * @example
 * import { inOrganizations, listPortalOrigins, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const allowed = await inOrganizations(["org_1"], () => listPortalOrigins(platform, "org_1"));
 * console.log(allowed.map(({ origin }) => origin)); // ["https://app.example.com"]
 */
export async function listPortalOrigins(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
): Promise<readonly PortalOrigin[]> {
  return await db
    .selectFrom("portal_origins")
    .select(["id", "origin", "created_at as createdAt"])
    .where("organization_id", "=", organizationId)
    .orderBy("origin")
    .limit(limits.portalOrigins)
    .execute();
}

/** Allows an origin to embed an organization's portal. @throws PlatformError `conflict`, `not_found` */
export async function addPortalOrigin(
  { db, now }: PlatformContext,
  organizationId: string,
  origin: string,
): Promise<PortalOrigin> {
  const createdAt = now();
  const id = createId("por", createdAt);
  return await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const existing = await listPortalOrigins({ db: transaction }, organizationId);
    if (existing.some((each) => each.origin === origin))
      throw conflict(`${origin} is already allowed.`, [{ path: "origin", message: "is already allowed" }]);
    if (existing.length >= limits.portalOrigins)
      throw conflict(
        `The organization has reached its limit of ${limits.portalOrigins} origins. Remove one first.`,
      );
    await transaction
      .insertInto("portal_origins")
      .values({ id, organization_id: organizationId, origin, created_at: createdAt })
      .execute();
    return { id, origin, createdAt };
  });
}

/** Stops allowing an origin. @throws PlatformError `not_found` */
export async function removePortalOrigin(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("portal_origins")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirst();
    // Checked here, so that a failed request leaves no entry in the audit log.
    orNotFound(numDeletedRows > 0n ? id : undefined, `portal origin ${id}`);
  });
}

function conflict(message: string, problems: readonly PlatformProblem[] = []): PlatformError {
  return new PlatformError("conflict", message, problems);
}
