import { sql } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import { getOrganization } from "../organizations/organizations.ts";

/** The platform administrator's temporary access to an organization. */
export interface SupportAccess {
  readonly organizationId: string;
  readonly reason: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

const accessMilliseconds = 3600 * 1000;

/**
 * Gives the platform administrator access to an organization with members, for an hour. Record it in the
 * organization's audit log with `audit`, as the API does. Organizations without members don't need it.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { requestSupportAccess, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { expiresAt } = await requestSupportAccess(platform, "org_1", "They asked why their webhooks fail.");
 * console.log(new Date(expiresAt));
 */
export async function requestSupportAccess(
  context: PlatformContext,
  organizationId: string,
  reason: string,
): Promise<SupportAccess> {
  await getOrganization(context, organizationId);
  const expiresAt = context.now() + accessMilliseconds;
  const access = { reason, expires_at: expiresAt };
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("support_access")
      .values({ organization_id: organizationId, ...access })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(access))
      .execute();
  });
  return { organizationId, reason, expiresAt };
}

/** Returns the organizations with members that the platform administrator has no access to. */
export async function listClosedOrganizations({
  db,
  now,
}: Pick<PlatformContext, "db" | "now">): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("members")
    .select("members.organization_id as id")
    .distinct()
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("support_access")
            .select(sql.lit(1).as("one"))
            .whereRef("support_access.organization_id", "=", "members.organization_id")
            .where("support_access.expires_at", ">", now()),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
