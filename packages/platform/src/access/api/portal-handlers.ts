import { limits, portalOperations } from "@plugboard/api/contract";
import { PlatformError } from "../../common/platform-error.ts";
import { listInstallations } from "../../installations/installations.ts";
import { getIntegration } from "../../integrations/integrations.ts";
import { getOrganization } from "../../organizations/organizations.ts";
import type { PortalSession } from "../portal-sessions.ts";
import {
  addPortalOrigin,
  listPortalOrigins,
  type PortalOrigin,
  removePortalOrigin,
} from "../portal-origins.ts";
import { isoTime } from "../../common/iso-time.ts";
import { numberKey, paginate, showPage } from "../../operations/paginate.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

const defaultLifetimeSeconds = 15 * 60;

export const portalFeature: Feature = defineFeature(portalOperations, (platform) => ({
  createPortalSession: async ({ params: { organizationId: organization }, body }) => {
    await getOrganization(platform, organization);
    const { lifetimeSeconds = defaultLifetimeSeconds, readOnly = false, theme = {}, eventTypes } = body;
    const session = { organization, readOnly, eventTypes, theme, lifetimeSeconds };
    const { id, token, expiresAt } = await platform.portalSessions.create(session);
    // Browsers do not send the fragment, so it does not appear in the logs of proxies.
    const signedUrl = `${platform.urls.console}/portal/${organization}#${token}`;
    return { id, token, signedUrl, expiresAt: isoTime(expiresAt) };
  },
  listPortalSessions: async ({ params: { organizationId }, query }) => {
    const sessions = await platform.portalSessions.list(organizationId);
    const newestFirst = ({ createdAt, id }: PortalSession): string =>
      `${numberKey(Number.MAX_SAFE_INTEGER - createdAt)} ${id}`;
    return await showPage(paginate(sessions, newestFirst, query), ({ createdAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: isoTime(createdAt),
      expiresAt: isoTime(expiresAt),
    }));
  },
  revokePortalSession: async ({ params: { organizationId, portalSessionId } }) =>
    await platform.portalSessions.revoke(organizationId, portalSessionId),
  revokePortalSessions: async ({ params: { organizationId } }) =>
    await platform.portalSessions.revokeAll(organizationId),
  listPortalOrigins: async ({ params: { organizationId }, query }) => {
    const origins = await listPortalOrigins(platform, organizationId);
    return await showPage(
      paginate(origins, ({ origin }) => origin, query),
      withIsoTime,
    );
  },
  addPortalOrigin: async ({ params: { organizationId }, body }) =>
    withIsoTime(await addPortalOrigin(platform, organizationId, body.origin)),
  removePortalOrigin: async ({ params: { organizationId, portalOriginId } }) =>
    await removePortalOrigin(platform, organizationId, portalOriginId),
  getPortalSession: async ({ caller }) => {
    if (caller.type !== "portal") throw new PlatformError("forbidden", "Only a portal session can do this.");
    const { organization, readOnly, eventTypes, theme, expiresAt } = caller;
    const { id, title } = await getOrganization(platform, organization);
    const installed = await listInstallations(platform, {
      organizations: [organization],
      limit: limits.pageItems,
    });
    const installations = [];
    for (const { id, integration } of installed) {
      const { manifest } = await getIntegration(platform, integration);
      installations.push({ id, title: manifest.title });
    }
    return {
      organization: { id, title },
      readOnly,
      eventTypes,
      theme,
      expiresAt: isoTime(expiresAt),
      installations,
    };
  },
}));

function withIsoTime({ createdAt, ...origin }: PortalOrigin) {
  return { ...origin, createdAt: isoTime(createdAt) };
}
