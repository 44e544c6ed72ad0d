import type { Kysely } from "kysely";
import type { RateLimiter, RateLimitPolicy } from "@plugboard/platform";
import { minutePolicy, readOrganizationLimits, createQuotaShare } from "@plugboard/platform/product";
import type { ContentTables } from "../database/content-tables.ts";

interface SiteQuota {
  readonly organizationId: string;
  /** `undefined` if the organization's events are unlimited. */
  readonly policy: RateLimitPolicy | undefined;
  /** Unix time in milliseconds. */
  readonly readAt: number;
}

/** Whether a visit can emit its events. */
interface VisitGrant {
  /** The organization of the site. */
  readonly organizationId: string;
  readonly isGranted: boolean;
}

const maxSites = 10_000;
const rereadMilliseconds = 5000;

/**
 * Creates the function that takes events from the quota of a site's organization, and returns whether there
 * were enough with the organization. Changes to the quota take effect within five seconds.
 */
export function createVisitQuota(
  db: Kysely<ContentTables>,
  limiter: RateLimiter,
  now: () => number,
): (siteId: string, events: number) => Promise<VisitGrant> {
  const share = createQuotaShare(limiter, now);
  const quotas = new Map<string, SiteQuota>();
  const read = async (siteId: string): Promise<SiteQuota> => {
    const site = await db
      .selectFrom("sites")
      .select("organization_id")
      .where("id", "=", siteId)
      .executeTakeFirst();
    const organizationId = site?.organization_id ?? "";
    const limits = await readOrganizationLimits(db, organizationId);
    return { organizationId, policy: minutePolicy(limits, "eventsPerMinute"), readAt: now() };
  };
  return async (siteId, events) => {
    let quota = quotas.get(siteId);
    if (quota === undefined || Math.abs(now() - quota.readAt) > rereadMilliseconds) {
      quota = await read(siteId);
      if (quotas.size >= maxSites) quotas.clear();
      quotas.set(siteId, quota);
    }
    const { policy, organizationId } = quota;
    const isGranted = policy === undefined || (await share.take(policy, organizationId, events));
    return { organizationId, isGranted };
  };
}
