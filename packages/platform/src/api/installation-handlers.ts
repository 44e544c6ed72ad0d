import type { installationOperations } from "@plugboard/api/contract";
import { found } from "../common/platform-error.ts";
import { publicEndpointOf } from "../common/platform-urls.ts";
import { settleEndpoints } from "../delivery/settle-endpoints.ts";
import { listOptions } from "../dispatch/list-options.ts";
import { holdEndpoints } from "../endpoints/hold-endpoints.ts";
import { configurationSection } from "../installations/check-configuration.ts";
import { installIntoResource } from "../installations/install-integration.ts";
import {
  findResourceInstallation,
  getInstallation,
  listResourceInstallations,
  type ResourceInstallationRecord,
  type ResourceKind,
} from "../installations/installations.ts";
import type { InstallationPlace } from "../installations/setup-event.ts";
import {
  changeStatus,
  removeInstallation,
  updateInstallation,
} from "../installations/update-installation.ts";
import { comparablePath } from "../integrations/endpoint-access.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import type { Services } from "../platform/services.ts";
import {
  showInstallation,
  showInstallations,
  showSiteInstallation,
  showSpaceInstallation,
} from "./installation-resource.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { numberKey, paginate, showPage } from "./paginate.ts";
import { isoTime } from "./iso-time.ts";

/** Installations in organizations, and in spaces and sites, with their settings. */
export function createInstallationHandlers(
  services: Services,
): OperationHandlers<keyof typeof installationOperations> {
  const { context, deliveries } = services;
  return {
    ...createResourceInstallationHandlers(services),
    listInstallations: async ({ query, caller }) => await showInstallations(services, {}, query, caller),
    getInstallation: async ({ params: { installationId }, caller }) =>
      await showInstallation(services, await getInstallation(context, installationId), caller),
    updateInstallation: async ({ params: { installationId }, body, ifMatch, caller }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch };
      await updateInstallation(context, { installationId, kind: "organization" }, edit);
      return await showInstallation(services, await getInstallation(context, installationId), caller);
    },
    deleteInstallation: async ({ params: { installationId } }) => {
      await removeInstallation(context, { installationId, kind: "organization" });
      // The event does the same wherever it is fanned out; here it is done before the response.
      await settleEndpoints(context, deliveries, {
        type: "installation_deleted",
        installation_id: installationId,
        space_id: null,
        site_id: null,
        created_at: context.now(),
      });
    },
    pauseInstallation: async ({ params: { installationId }, caller }) => {
      await changeStatus(context, { installationId, kind: "organization" }, { type: "pause" });
      // The event does the same wherever it is fanned out; here it is done before the response.
      await holdEndpoints(context, deliveries, installationId);
      return await showInstallation(services, await getInstallation(context, installationId), caller);
    },
    resumeInstallation: async ({ params: { installationId }, caller }) => {
      await changeStatus(context, { installationId, kind: "organization" }, { type: "resume" });
      await holdEndpoints(context, deliveries, installationId);
      return await showInstallation(services, await getInstallation(context, installationId), caller);
    },
    listPropertyOptions: async ({ params, query: { cursor, limit, ...asked } }) => {
      const options = await listOptions(context, { ...params, ...asked });
      // In the order of the integration, whose first ones are the best.
      const placed = options.map((option, index) => ({ option, key: numberKey(index) }));
      const page = paginate(placed, ({ key }) => key, { cursor, limit });
      return await showPage(page, ({ option }) => option);
    },
    createConnectTicket: async ({ params: { installationId, property } }) =>
      await createTicket(services, { installationId, kind: "organization" }, property),
    createSpaceConnectTicket: async ({ params: { installationId, spaceId, property } }) =>
      await createTicket(services, { installationId, kind: "space", resourceId: spaceId }, property),
    createSiteConnectTicket: async ({ params: { installationId, siteId, property } }) =>
      await createTicket(services, { installationId, kind: "site", resourceId: siteId }, property),
  };
}

type ResourceInstallationId = Extract<
  keyof typeof installationOperations,
  `${string}SpaceInstallation${string}` | `${string}SiteInstallation${string}`
>;

function createResourceInstallationHandlers(services: Services): OperationHandlers<ResourceInstallationId> {
  const { context } = services;
  const list = async (installationId: string, kind: ResourceKind) => {
    const { integration } = await getInstallation(context, installationId);
    return { integration, records: await listResourceInstallations(context, installationId, kind) };
  };
  const find = async (installationId: string, kind: ResourceKind, resourceId: string) => {
    const { integration } = await getInstallation(context, installationId);
    const record = await findResourceInstallation(context, installationId, kind, resourceId);
    return { integration, record: found(record, `installation ${installationId} in ${kind} ${resourceId}`) };
  };
  const idOf = ({ resourceId }: ResourceInstallationRecord): string => resourceId;
  return {
    listSpaceInstallations: async ({ params: { installationId }, query, caller }) => {
      const { integration, records } = await list(installationId, "space");
      return await showPage(paginate(records, idOf, query), (record) =>
        showSpaceInstallation(services, record, integration, caller),
      );
    },
    createSpaceInstallation: async ({ params: { installationId, spaceId }, caller }) => {
      await installIntoResource(context, installationId, "space", spaceId);
      const { integration, record } = await find(installationId, "space", spaceId);
      return await showSpaceInstallation(services, record, integration, caller);
    },
    getSpaceInstallation: async ({ params: { installationId, spaceId }, caller }) => {
      const { integration, record } = await find(installationId, "space", spaceId);
      return await showSpaceInstallation(services, record, integration, caller);
    },
    updateSpaceInstallation: async ({ params: { installationId, spaceId }, body, ifMatch, caller }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch };
      await updateInstallation(context, { installationId, kind: "space", resourceId: spaceId }, edit);
      const { integration, record } = await find(installationId, "space", spaceId);
      return await showSpaceInstallation(services, record, integration, caller);
    },
    deleteSpaceInstallation: async ({ params: { installationId, spaceId } }) =>
      await removeInstallation(context, { installationId, kind: "space", resourceId: spaceId }),
    listSiteInstallations: async ({ params: { installationId }, query, caller }) => {
      const { integration, records } = await list(installationId, "site");
      return await showPage(paginate(records, idOf, query), (record) =>
        showSiteInstallation(services, record, integration, caller),
      );
    },
    createSiteInstallation: async ({ params: { installationId, siteId }, caller }) => {
      await installIntoResource(context, installationId, "site", siteId);
      const { integration, record } = await find(installationId, "site", siteId);
      return await showSiteInstallation(services, record, integration, caller);
    },
    getSiteInstallation: async ({ params: { installationId, siteId }, caller }) => {
      const { integration, record } = await find(installationId, "site", siteId);
      return await showSiteInstallation(services, record, integration, caller);
    },
    updateSiteInstallation: async ({ params: { installationId, siteId }, body, ifMatch, caller }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch };
      await updateInstallation(context, { installationId, kind: "site", resourceId: siteId }, edit);
      const { integration, record } = await find(installationId, "site", siteId);
      return await showSiteInstallation(services, record, integration, caller);
    },
    deleteSiteInstallation: async ({ params: { installationId, siteId } }) =>
      await removeInstallation(context, { installationId, kind: "site", resourceId: siteId }),
  };
}

/** A ticket for a button among the settings: what it opens is open to nobody else. */
async function createTicket(
  { context, connectTickets, urls }: Services,
  place: InstallationPlace,
  property: string,
) {
  const { installationId, kind } = place;
  const installation = await getInstallation(context, installationId);
  const integration = await getIntegration(context, installation.integration);
  if (place.kind !== "organization") {
    const record = await findResourceInstallation(context, installationId, place.kind, place.resourceId);
    found(record, `installation ${installationId} in ${kind} ${place.resourceId}`);
  }
  const callback = findCallback(integration, kind, property);
  const { ticket, expiresAt } = await connectTickets.issue({
    installationId,
    ...(place.kind === "space" && { spaceId: place.resourceId }),
    ...(place.kind === "site" && { siteId: place.resourceId }),
    path: comparablePath(callback),
  });
  const url = `${publicEndpointOf(urls, installationId)}${callback}`;
  return { url, ticket, expiresAt: isoTime(expiresAt) };
}

/** The path that a button opens. @throws PlatformError `not_found` */
function findCallback(
  { name, manifest }: Integration,
  kind: InstallationPlace["kind"],
  property: string,
): string {
  const properties = configurationSection(manifest, kind)?.properties ?? {};
  const setting = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const callback = setting?.type === "button" ? setting.callback_url : undefined;
  return found(callback, `button ${property} among the ${kind} settings of ${name}`);
}
