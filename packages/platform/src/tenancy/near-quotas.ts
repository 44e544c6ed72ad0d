import type { NearQuota } from "@plugboard/api/client";
import { isoDay } from "../common/iso-time.ts";
import { nearQuotaPercent } from "../common/usage-meter.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { listOrganizations } from "../organizations/organizations.ts";
import { type OrganizationLimits, readOrganizationLimits } from "../rate-limits/organization-limits.ts";
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

/** Returns the quotas that an organization has used to at least 80%. */
export async function readNearQuotas(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  organizationId: string,
  { limits, counts }: { readonly limits: OrganizationLimits; readonly counts: object },
): Promise<NearQuota[]> {
  const peaks = await db
    .selectFrom("quota_peaks")
    .select(["quota", "percent"])
    .where("organization_id", "=", organizationId)
    .where("day", "=", isoDay(now()))
    .orderBy("quota")
    .execute();
  const levels = Object.entries(limits).flatMap(([quota, limit]) => {
    const count: unknown = Reflect.get(counts, counterOf(quota));
    if (typeof count !== "number" || limit === undefined || limit === 0) return [];
    const percent = Math.floor((count / limit) * 100);
    return percent < nearQuotaPercent ? [] : [{ quota, percent, period: "month" as const }];
  });
  return [...peaks.map((peak) => ({ ...peak, period: "day" as const })), ...levels];
}

/** Returns the counter that a quota limits: `webhookEndpoints` for `maxWebhookEndpoints`. */
function counterOf(quota: string): string {
  const name = quota.replace(/^max/, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}
