import type { scriptGrantOperations, siteAccessOperations } from "@plugboard/api/contract";
import { found } from "../common/platform-error.ts";
import { findScriptGrant, updateScriptGrant } from "../integrations/script-grants.ts";
import type { Platform } from "../platform/create-platform.ts";
import {
  getSiteAccess,
  listSiteSigningSecrets,
  rotateSiteSigningSecret,
  type SiteSigningSecret,
  updateSiteAccess,
} from "../sites/site-access.ts";
import { isoTime } from "./iso-time.ts";
import type { OperationHandlers } from "./operation-handler.ts";

/** Who may read a site, and which integrations may add scripts to sites. */
export function createSiteHandlers(
  platform: Platform,
): OperationHandlers<keyof typeof siteAccessOperations | keyof typeof scriptGrantOperations> {
  return {
    getSiteAccess: async ({ params }) => await getSiteAccess(platform, params.siteId),
    updateSiteAccess: async ({ params, body }) => await updateSiteAccess(platform, params.siteId, body),
    getSiteSigningSecrets: async ({ params }) =>
      toSecrets(await listSiteSigningSecrets(platform, params.siteId)),
    rotateSiteSigningSecret: async ({ params }) =>
      toSecrets(await rotateSiteSigningSecret(platform, params.siteId)),
    getScriptGrant: async ({ params: { integration } }) =>
      found(await findScriptGrant(platform, integration), `grant for integration ${integration}`),
    updateScriptGrant: async ({ params: { integration }, body }) =>
      await updateScriptGrant(platform, integration, body),
  };
}

function toSecrets(secrets: readonly SiteSigningSecret[]) {
  return { secrets: secrets.map(({ secret, createdAt }) => ({ secret, createdAt: isoTime(createdAt) })) };
}
