import {
  adaptiveContentOperations,
  scriptGrantOperations,
  siteAccessOperations,
} from "@plugboard/api/contract";
import { orNotFound } from "../../common/platform-error.ts";
import { describeScriptGrant, findScriptGrant, updateScriptGrant } from "../../integrations/script-grants.ts";
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
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

export const siteFeature: Feature = defineFeature(
  { ...siteAccessOperations, ...scriptGrantOperations, ...adaptiveContentOperations },
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
    getScriptGrant: async ({ params: { integration } }) =>
      describeScriptGrant(
        orNotFound(await findScriptGrant(platform, integration), `script grant of ${integration}`),
      ),
    updateScriptGrant: async ({ params: { integration }, body }) =>
      describeScriptGrant(await updateScriptGrant(platform, integration, body)),
  }),
);

function toSecrets(secrets: readonly SiteSigningSecret[]) {
  return { secrets: secrets.map(({ secret, createdAt }) => ({ secret, createdAt: isoTime(createdAt) })) };
}
