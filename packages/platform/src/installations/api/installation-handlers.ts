import type { ResourceKind } from "../../database/tables.ts";
import type { PageQuery, SiteInstallationResource, SpaceInstallationResource } from "@plugboard/api/client";
import { installationOperations } from "@plugboard/api/contract";
import { isTokenPrincipal } from "../../access/principal.ts";
import { orNotFound } from "../../common/platform-error.ts";
import { publicEndpointOf } from "../../common/platform-urls.ts";
import { listOptions } from "../../dispatch/list-options.ts";
import { configurationSection } from "../installation-rules.ts";
import { installIntoResource } from "../install-integration.ts";
import { findResourceInstallation, getInstallation, listResourceInstallations } from "../installations.ts";
import type { InstallationRef } from "../installation-event.ts";
import { changeStatus, removeInstallation, updateInstallation } from "../change-installation.ts";
import { comparablePath } from "../../integrations/endpoint-access.ts";
import { getInstalled, type Integration } from "../../integrations/integrations.ts";
import type { Platform } from "../../operations/platform.ts";
import { showInstallation, showInstallations, showResourceInstallation } from "./installation-resource.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import type { HandlersOf } from "../../operations/operation-handler.ts";
import { cutPage, keysetOf, numberKey, paginate, showPage } from "../../operations/paginate.ts";
import { isoTime } from "../../common/iso-time.ts";
import { namedResources } from "../../resources/product-ref.ts";

export const installationFeature: Feature = defineFeature(installationOperations, (platform) => ({
  ...createResourceInstallationHandlers(platform),
  listInstallations: async ({ query, caller, organizations: { allowed } }) =>
    await showInstallations(platform, { organizations: allowed }, query, caller),
  getInstallation: async ({ params: { installationId }, caller }) =>
    await showInstallation(platform, await getInstallation(platform, installationId), caller),
  updateInstallation: async ({ params: { installationId }, body, ifMatch, caller }) => {
    const edit = { ...body, ifUpdatedAt: ifMatch, byIntegration: isTokenPrincipal(caller) };
    await updateInstallation(platform, { installationId, kind: "organization" }, edit);
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  deleteInstallation: async ({ params: { installationId } }) =>
    await removeInstallation(platform, { installationId, kind: "organization" }),
  pauseInstallation: async ({ params: { installationId }, body: { reason }, caller }) => {
    await changeStatus(platform, installationId, "pause", reason);
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  resumeInstallation: async ({ params: { installationId }, caller }) => {
    await changeStatus(platform, installationId, "resume");
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  listPropertyOptions: async ({ params, query: { cursor, limit, query, ...location } }) => {
    const resources = namedResources(platform.product, location);
    const options = await listOptions(platform, { ...params, query, resources });
    // Keep the order of the integration, which puts the best matches first.
    const placed = options.map((option, index) => ({ option, key: numberKey(index) }));
    const page = paginate(placed, ({ key }) => key, { cursor, limit });
    return await showPage(page, ({ option }) => option);
  },
  createConnectTicket: async ({ params: { installationId, property } }) =>
    await createTicket(platform, { installationId, kind: "organization" }, property),
  createSpaceConnectTicket: async ({ params: { installationId, spaceId, property } }) =>
    await createTicket(platform, { installationId, kind: "space", resourceId: spaceId }, property),
  createSiteConnectTicket: async ({ params: { installationId, siteId, property } }) =>
    await createTicket(platform, { installationId, kind: "site", resourceId: siteId }, property),
}));

type ResourceInstallationId = Extract<
  keyof typeof installationOperations,
  `${string}SpaceInstallation${string}` | `${string}SiteInstallation${string}`
>;

function createResourceInstallationHandlers(
  platform: Platform,
): HandlersOf<Pick<typeof installationOperations, ResourceInstallationId>> {
  const list = async (installationId: string, kind: ResourceKind, query: PageQuery) => {
    const installation = await getInstallation(platform, installationId);
    const records = await listResourceInstallations(platform, installationId, kind, keysetOf(query));
    return { installation, page: cutPage(records, ({ resourceId }) => resourceId, query) };
  };
  const find = async (installationId: string, kind: ResourceKind, resourceId: string) => {
    const installation = await getInstallation(platform, installationId);
    const record = await findResourceInstallation(platform, installationId, kind, resourceId);
    return {
      installation,
      record: orNotFound(record, `installation ${installationId} in ${kind} ${resourceId}`),
    };
  };
  return {
    listSpaceInstallations: async ({ params: { installationId }, query, caller }) => {
      const { installation, page } = await list(installationId, "space", query);
      return await showPage(page, (record) =>
        showResourceInstallation<SpaceInstallationResource>(platform, record, installation, caller),
      );
    },
    createSpaceInstallation: async ({ params: { installationId, spaceId }, caller }) => {
      await installIntoResource(platform, installationId, "space", spaceId);
      const { installation, record } = await find(installationId, "space", spaceId);
      return await showResourceInstallation<SpaceInstallationResource>(
        platform,
        record,
        installation,
        caller,
      );
    },
    getSpaceInstallation: async ({ params: { installationId, spaceId }, caller }) => {
      const { installation, record } = await find(installationId, "space", spaceId);
      return await showResourceInstallation<SpaceInstallationResource>(
        platform,
        record,
        installation,
        caller,
      );
    },
    updateSpaceInstallation: async ({ params: { installationId, spaceId }, body, ifMatch, caller }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch, byIntegration: isTokenPrincipal(caller) };
      await updateInstallation(platform, { installationId, kind: "space", resourceId: spaceId }, edit);
      const { installation, record } = await find(installationId, "space", spaceId);
      return await showResourceInstallation<SpaceInstallationResource>(
        platform,
        record,
        installation,
        caller,
      );
    },
    deleteSpaceInstallation: async ({ params: { installationId, spaceId } }) =>
      await removeInstallation(platform, { installationId, kind: "space", resourceId: spaceId }),
    listSiteInstallations: async ({ params: { installationId }, query, caller }) => {
      const { installation, page } = await list(installationId, "site", query);
      return await showPage(page, (record) =>
        showResourceInstallation<SiteInstallationResource>(platform, record, installation, caller),
      );
    },
    createSiteInstallation: async ({ params: { installationId, siteId }, caller }) => {
      await installIntoResource(platform, installationId, "site", siteId);
      const { installation, record } = await find(installationId, "site", siteId);
      return await showResourceInstallation<SiteInstallationResource>(platform, record, installation, caller);
    },
    getSiteInstallation: async ({ params: { installationId, siteId }, caller }) => {
      const { installation, record } = await find(installationId, "site", siteId);
      return await showResourceInstallation<SiteInstallationResource>(platform, record, installation, caller);
    },
    updateSiteInstallation: async ({ params: { installationId, siteId }, body, ifMatch, caller }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch, byIntegration: isTokenPrincipal(caller) };
      await updateInstallation(platform, { installationId, kind: "site", resourceId: siteId }, edit);
      const { installation, record } = await find(installationId, "site", siteId);
      return await showResourceInstallation<SiteInstallationResource>(platform, record, installation, caller);
    },
    deleteSiteInstallation: async ({ params: { installationId, siteId } }) =>
      await removeInstallation(platform, { installationId, kind: "site", resourceId: siteId }),
  };
}

/** Creates a ticket for a settings button. The path it opens is otherwise closed. */
async function createTicket(platform: Platform, ref: InstallationRef, property: string) {
  const { installationId, kind } = ref;
  const installation = await getInstallation(platform, installationId);
  const integration = await getInstalled(platform, installation);
  if (ref.resourceId !== undefined) {
    const record = await findResourceInstallation(platform, installationId, ref.kind, ref.resourceId);
    orNotFound(record, `installation ${installationId} in ${kind} ${ref.resourceId}`);
  }
  const callback = findCallback(integration, kind, property);
  const { ticket, expiresAt } = await platform.connectTickets.issue({
    installationId,
    resource: ref.resourceId === undefined ? undefined : { kind: ref.kind, id: ref.resourceId },
    path: comparablePath(callback),
  });
  const url = `${publicEndpointOf(platform.urls, installationId)}${callback}`;
  return { url, ticket, expiresAt: isoTime(expiresAt) };
}

/** Returns the path that a button opens. @throws PlatformError `not_found` */
function findCallback(
  { name, manifest }: Integration,
  kind: InstallationRef["kind"],
  property: string,
): string {
  const properties = configurationSection(manifest, kind)?.properties ?? {};
  const setting = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const callback = setting?.type === "button" ? setting.callback_url : undefined;
  return orNotFound(callback, `button ${property} among the ${kind} settings of ${name}`);
}
