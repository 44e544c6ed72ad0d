import type { JsonObject } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import type { InstallationResource } from "@plugboard/content/types";
import {
  createInstallationToken,
  deleteInstallation,
  getIntegration,
  updateInstallation,
  queueTask,
} from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpaceInstallation,
  deleteSiteInstallation,
  deleteSpaceInstallation,
  getInstallation,
  getSiteInstallation,
  getSpaceInstallation,
  listIntegrationInstallations,
  listSiteInstallations,
  listSpaceInstallations,
  updateSiteInstallation,
  updateSpaceInstallation,
} from "@plugboard/content/routes";
import { type CompatCall, type ListQuery, readAll, taskType, toList, toQuery } from "./compat-call.ts";
import { askCalls } from "./ask-calls.ts";
import { contentCalls } from "./content-calls.ts";
import { conversationCalls } from "./conversation-calls.ts";
import { gitCalls } from "./git-calls.ts";

interface InstallationChange {
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

const toInstallation = (installation: InstallationResource) => ({
  ...installation,
  target: { organization: installation.organization },
  space_selection: installation.space_selection?.type ?? "all",
  site_selection: "all",
});

const toChange = ({ configuration, externalIds }: InstallationChange) => ({
  ...(configuration !== undefined && { configuration }),
  ...(externalIds !== undefined && { externalIds }),
});

/** Returns the space or site installations of an integration, filtered by an external id if there is one. */
async function listResourceInstallations<Item extends { readonly externalIds: readonly string[] }>(
  api: ApiClient,
  integration: string,
  { externalId }: ListQuery,
  list: (installationId: string) => AsyncIterable<Item>,
): Promise<{ readonly items: readonly Item[] }> {
  const installations = await readAll(api.list(listIntegrationInstallations, { params: { integration } }));
  const lists = await Promise.all(installations.map(({ id }) => readAll(list(id))));
  const items = lists.flat();
  return {
    items:
      externalId === undefined ? items : items.filter(({ externalIds }) => externalIds.includes(externalId)),
  };
}

/** The supported calls by GitBook's names. Other calls throw. */
export const compatCalls: Readonly<Record<string, CompatCall>> = {
  "integrations.getIntegrationByName": (api: ApiClient, integration: string) =>
    api.call(getIntegration, { params: { integration } }),
  "integrations.listIntegrationInstallations": async (
    api: ApiClient,
    integration: string,
    query: ListQuery = {},
  ) => {
    const { externalId } = query;
    const filter = { ...toQuery(query), externalId };
    const page = await api.call(listIntegrationInstallations, { params: { integration }, query: filter });
    return toList({ ...page, items: page.items.map(toInstallation) });
  },
  "integrations.getIntegrationInstallationById": async (
    api: ApiClient,
    _name: string,
    installationId: string,
  ) => toInstallation(await api.call(getInstallation, { params: { installationId } })),
  "integrations.updateIntegrationInstallation": async (
    api: ApiClient,
    _name: string,
    installationId: string,
    change: InstallationChange,
  ) =>
    toInstallation(
      await api.call(updateInstallation, { params: { installationId }, body: toChange(change) }),
    ),
  "integrations.uninstallIntegration": (api: ApiClient, _name: string, installationId: string) =>
    api.call(deleteInstallation, { params: { installationId } }),
  "integrations.createIntegrationInstallationToken": (
    api: ApiClient,
    integration: string,
    installationId: string,
  ) => api.call(createInstallationToken, { params: { integration, installationId } }),

  "integrations.queueIntegrationTask": (
    api: ApiClient,
    _name: string,
    { task, schedule: delaySeconds }: { readonly task: JsonObject; readonly schedule?: number },
  ) => api.call(queueTask, { body: { task: { type: taskType, payload: task }, delaySeconds } }),

  "integrations.listIntegrationInstallationSpaces": async (
    api: ApiClient,
    _name: string,
    installationId: string,
    query: ListQuery = {},
  ) => toList(await api.call(listSpaceInstallations, { params: { installationId }, query: toQuery(query) })),
  "integrations.listIntegrationSpaceInstallations": (
    api: ApiClient,
    integration: string,
    query: ListQuery = {},
  ) =>
    listResourceInstallations(api, integration, query, (installationId) =>
      api.list(listSpaceInstallations, { params: { installationId } }),
    ),
  "integrations.getIntegrationSpaceInstallation": (
    api: ApiClient,
    _name: string,
    installationId: string,
    spaceId: string,
  ) => api.call(getSpaceInstallation, { params: { installationId, spaceId } }),
  "integrations.updateIntegrationSpaceInstallation": (
    api: ApiClient,
    _name: string,
    installationId: string,
    spaceId: string,
    change: InstallationChange,
  ) => api.call(updateSpaceInstallation, { params: { installationId, spaceId }, body: toChange(change) }),
  "integrations.installIntegrationOnSpace": (
    api: ApiClient,
    _name: string,
    installationId: string,
    { space: spaceId }: { readonly space: string },
  ) => api.call(createSpaceInstallation, { params: { installationId, spaceId } }),
  "integrations.uninstallIntegrationFromSpace": (
    api: ApiClient,
    _name: string,
    installationId: string,
    spaceId: string,
  ) => api.call(deleteSpaceInstallation, { params: { installationId, spaceId } }),

  "integrations.listIntegrationInstallationSites": async (
    api: ApiClient,
    _name: string,
    installationId: string,
    query: ListQuery = {},
  ) => toList(await api.call(listSiteInstallations, { params: { installationId }, query: toQuery(query) })),
  "integrations.listIntegrationSiteInstallations": (
    api: ApiClient,
    integration: string,
    query: ListQuery = {},
  ) =>
    listResourceInstallations(api, integration, query, (installationId) =>
      api.list(listSiteInstallations, { params: { installationId } }),
    ),
  "integrations.getIntegrationSiteInstallation": (
    api: ApiClient,
    _name: string,
    installationId: string,
    siteId: string,
  ) => api.call(getSiteInstallation, { params: { installationId, siteId } }),
  "integrations.updateIntegrationSiteInstallation": (
    api: ApiClient,
    _name: string,
    installationId: string,
    siteId: string,
    change: InstallationChange,
  ) => api.call(updateSiteInstallation, { params: { installationId, siteId }, body: toChange(change) }),
  "integrations.installIntegrationOnSite": (
    api: ApiClient,
    _name: string,
    installationId: string,
    { siteId }: { readonly siteId: string },
  ) => api.call(createSiteInstallation, { params: { installationId, siteId } }),
  "integrations.uninstallIntegrationFromSite": (
    api: ApiClient,
    _name: string,
    installationId: string,
    siteId: string,
  ) => api.call(deleteSiteInstallation, { params: { installationId, siteId } }),

  ...contentCalls,
  ...gitCalls,
  ...askCalls,
  ...conversationCalls,
};

/**
 * Returns whether a call of GitBook's client is supported.
 *
 * @param name - group and name, such as `spaces.getSpaceById`
 * @example
 * import { isServedCall } from "@plugboard/compat";
 *
 * console.log(isServedCall("spaces.getSpaceById"), isServedCall("ads.adsListSites")); // true false
 */
export function isServedCall(name: string): boolean {
  return Object.hasOwn(compatCalls, name);
}
