import { tenancyOperations } from "@plugboard/api/contract";
import { requestSupportAccess } from "../../access/support-access.ts";
import { expungeEvents } from "../expunge-events.ts";
import { exportOrganization } from "../export-organization.ts";
import { removeOrganization } from "../remove-organization.ts";
import { getOrganizationUsage, setOrganizationQuota } from "../usage.ts";
import { listUsageDays } from "../list-usage-days.ts";
import { getOrganization } from "../../organizations/organizations.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf } from "../../operations/paginate.ts";

export const tenancyFeature: Feature = defineFeature(tenancyOperations, (platform) => ({
  listOrganizationExport: async ({ params, query }) => {
    const { cursor } = query;
    return await exportOrganization(platform, params.organizationId, { cursor, limit: limitOf(query) });
  },
  deleteOrganization: async ({ params }) => await removeOrganization(platform, params.organizationId),
  requestSupportAccess: async ({ params, body }) => {
    const {
      organizationId: organization,
      reason,
      expiresAt,
    } = await requestSupportAccess(platform, params.organizationId, body.reason);
    return { organization, reason, expiresAt: isoTime(expiresAt) };
  },
  getOrganizationUsage: async ({ params }) => await getOrganizationUsage(platform, params.organizationId),
  getOrganizationUsageDays: async ({ params: { organizationId }, query: { days = 30 } }) => {
    await getOrganization(platform, organizationId);
    return { days: await listUsageDays(platform, organizationId, days) };
  },
  setOrganizationQuota: async ({ params: { organizationId }, body }) => {
    await setOrganizationQuota(platform, organizationId, body);
    return await getOrganizationUsage(platform, organizationId);
  },
  expungeEvents: async ({ params: { organizationId }, body: { before } }) =>
    await expungeEvents(platform, organizationId, Date.parse(before)),
}));
