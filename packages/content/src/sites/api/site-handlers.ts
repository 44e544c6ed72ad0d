import { defineFeature, type Feature } from "@plugboard/platform";
import { isoTime } from "@plugboard/platform/product";
import {
  getClaimsSchema,
  getPageConditions,
  updateClaimsSchema,
  updatePageConditions,
} from "../adaptive-content.ts";
import {
  getSiteAccess,
  listSiteSigningSecrets,
  rotateSiteSigningSecret,
  type SiteSigningSecret,
  updateSiteAccess,
} from "../site-access.ts";
import { adaptiveContentOperations } from "../contract/adaptive-content-operations.ts";
import { siteAccessOperations } from "../contract/site-access-operations.ts";

export const siteFeature: Feature = defineFeature(
  { ...siteAccessOperations, ...adaptiveContentOperations },
  (platform) => ({
    getSiteAccess: async ({ params }) => await getSiteAccess(platform, params.siteId),
    updateSiteAccess: async ({ params, body }) => await updateSiteAccess(platform, params.siteId, body),
    getSiteSigningSecrets: async ({ params }) =>
      toSecrets(await listSiteSigningSecrets(platform, params.siteId)),
    rotateSiteSigningSecret: async ({ params }) =>
      toSecrets(await rotateSiteSigningSecret(platform, params.siteId)),
    getClaimsSchema: async ({ params }) => ({ schema: await getClaimsSchema(platform, params.siteId) }),
    updateClaimsSchema: async ({ params, body }) => ({
      schema: await updateClaimsSchema(platform, params.siteId, body.schema),
    }),
    getPageConditions: async ({ params: { spaceId, pageId } }) => ({
      conditions: await getPageConditions(platform, spaceId, pageId),
    }),
    updatePageConditions: async ({ params, body }) => ({
      conditions: await updatePageConditions(platform, params, body.conditions),
    }),
  }),
);

function toSecrets(secrets: readonly SiteSigningSecret[]) {
  return { secrets: secrets.map(({ secret, createdAt }) => ({ secret, createdAt: isoTime(createdAt) })) };
}
