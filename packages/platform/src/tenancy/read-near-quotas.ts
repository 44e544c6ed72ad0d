import type { NearQuota } from "@plugboard/api/client";
import { isoDay } from "../common/iso-time.ts";
import { nearQuotaPercent } from "../common/usage-meter.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { OrganizationLimits } from "../rate-limits/organization-limits.ts";

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
