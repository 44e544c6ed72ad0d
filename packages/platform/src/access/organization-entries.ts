import { sql } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import { getOrganization } from "../organizations/organizations.ts";

/** The platform administrator's access to an organization. */
export interface OrganizationEntry {
  readonly organizationId: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const entryMilliseconds = 3600 * 1000;

/**
 * Gives the platform's administrator access to an organization with members, for an hour. Record it in the
 * organization's audit log with `audit`, as the API does. An organization without members needs no entry.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { enterOrganization, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { expiresAt } = await enterOrganization(platform, "org_1", "They asked why their webhooks fail.");
 * console.log(new Date(expiresAt));
 */
export async function enterOrganization(
  context: PlatformContext,
  organizationId: string,
  reason: string,
): Promise<OrganizationEntry> {
  await getOrganization(context, organizationId);
  const expiresAt = context.now() + entryMilliseconds;
  const entry = { reason, expires_at: expiresAt };
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("organization_entries")
      .values({ organization_id: organizationId, ...entry })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(entry))
      .execute();
  });
  return { organizationId, reason, expiresAt };
}

/** Returns the organizations that have members and that the platform's administrator has not entered. */
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
            .selectFrom("organization_entries as entry")
            .select(sql.lit(1).as("one"))
            .whereRef("entry.organization_id", "=", "members.organization_id")
            .where("entry.expires_at", ">", now()),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
