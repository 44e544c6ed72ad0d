import type { NearQuota } from "@plugboard/api/client";
import { isoDay } from "../common/iso-time.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { listOrganizations } from "../organizations/organizations.ts";
import { readOrganizationLimits } from "../rate-limits/organization-limits.ts";
import { readNearQuotas } from "./read-near-quotas.ts";
import { countResources } from "./usage.ts";

/** An organization that has used most of a quota. */
export interface OrganizationNearQuota extends NearQuota {
  readonly organization: { readonly id: string; readonly title: string };
}

/**
 * Returns the quotas that organizations have used to at least 80%: rate limits at their highest point today, all other
 * limits now.
 *
 * @example
 * import { listNearQuotas, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { organization, quota, percent } of await listNearQuotas(platform))
 *   console.log(`${organization.title}: ${percent}% of ${quota}`);
 */
export async function listNearQuotas(context: PlatformContext): Promise<readonly OrganizationNearQuota[]> {
  const { db, now } = context;
  const limited = await db.selectFrom("organization_limits").select("organization_id").distinct().execute();
  const peaked = await db
    .selectFrom("quota_peaks")
    .select("organization_id")
    .distinct()
    .where("day", "=", isoDay(now()))
    .execute();
  const ids = new Set([...limited, ...peaked].map(({ organization_id: id }) => id));
  if (ids.size === 0) return [];
  const near: OrganizationNearQuota[] = [];
  for (const { id, title } of await listOrganizations(context)) {
    if (!ids.has(id)) continue;
    const limits = await readOrganizationLimits(db, id);
    const quotas = await readNearQuotas(context, id, { limits, counts: await countResources(context, id) });
    near.push(...quotas.map((quota) => ({ ...quota, organization: { id, title } })));
  }
  return near;
}
