import { type ApiClient, ApiError } from "@plugboard/api/client";
import {
  createInstallationToken,
  createSiteInstallation,
  createSpaceInstallation,
  deleteInstallation,
  deleteSiteInstallation,
  deleteSpaceInstallation,
  getInstallation,
  getIntegration,
  getPage,
  getPageContent,
  getSite,
  getSiteInstallation,
  getSiteSigningSecrets,
  getSpace,
  getSpaceInstallation,
  listIntegrationInstallations,
  listPages,
  listSiteInstallations,
  listSpaceInstallations,
  updateInstallation,
  updateSiteInstallation,
  updateSpaceInstallation,
} from "@plugboard/api/routes";

/** One call of GitBook's client: its arguments in order, as its callers give them. */
export type CompatCall = (api: ApiClient, ...args: never[]) => Promise<unknown>;

interface ListQuery {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  readonly externalId?: string | undefined;
}

interface InstallationChange {
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

// There, which spaces an installation covers is one word.
const toInstallation = <Fields extends { readonly space_selection: { readonly type: string } }>(
  installation: Fields,
) => ({ ...installation, space_selection: installation.space_selection.type });

const toQuery = ({ page: cursor, limit }: ListQuery = {}) => ({ cursor, limit });

const toList = <Item>({ items, next }: { items: readonly Item[]; next?: string | undefined }) => ({
  items,
  ...(next !== undefined && { next: { page: next } }),
});

const toChange = ({ configuration, externalIds }: InstallationChange) => ({
  ...(configuration !== undefined && { configuration }),
  ...(externalIds !== undefined && { externalIds }),
});

/** Everything in all pages of a list. */
async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The space or site installations of all installations of an integration that one external identifier is given to. */
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

const noPage = (path: string) => new ApiError("not_found", `There is no page at ${path}.`, { status: 404 });

/** The calls that this platform can serve, by the names they have there. All others say that it cannot. */
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

  "spaces.getSpaceById": async (api: ApiClient, spaceId: string) => {
    const space = await api.call(getSpace, { params: { spaceId } });
    return { object: "space", ...space, revision: space.revisionId };
  },
  "spaces.getCurrentRevision": async (api: ApiClient, spaceId: string) => {
    const { revisionId } = await api.call(getSpace, { params: { spaceId } });
    const pages = await readAll(api.list(listPages, { params: { spaceId } }));
    return { object: "revision", id: revisionId, pages: pages.map(toPage) };
  },
  "spaces.listPages": async (api: ApiClient, spaceId: string) => ({
    pages: (await readAll(api.list(listPages, { params: { spaceId } }))).map(toPage),
  }),
  "spaces.getPageById": async (
    api: ApiClient,
    spaceId: string,
    pageId: string,
    { format }: { readonly format?: string } = {},
  ) => {
    const params = { spaceId, pageId };
    const page = toPage(await api.call(getPage, { params }));
    if (format !== "markdown") return page;
    const { markdown } = await api.call(getPageContent, { params });
    return { ...page, markdown };
  },
  "spaces.getPageByPath": async (api: ApiClient, spaceId: string, path: string) => {
    const pages = await readAll(api.list(listPages, { params: { spaceId } }));
    const page = pages.find((each) => each.path === path);
    if (page === undefined) throw noPage(path);
    return toPage(page);
  },

  "orgs.getSiteById": async (api: ApiClient, _organization: string, siteId: string) => {
    const site = await api.call(getSite, { params: { siteId } });
    return { object: "site", ...site, published: true };
  },
  "orgs.getSitePublishingAuthById": async (api: ApiClient, _organization: string, siteId: string) => {
    const { secrets } = await api.call(getSiteSigningSecrets, { params: { siteId } });
    return { object: "publishing-auth", backend: "integration", privateKey: secrets[0]?.secret ?? "" };
  },
};

/**
 * Whether a call of GitBook's client can be served here.
 *
 * @param name - its group and its name, as in `spaces.getSpaceById`
 * @example
 * import { isServedCall } from "@plugboard/compat";
 *
 * console.log(isServedCall("spaces.getSpaceById"), isServedCall("orgs.askInOrganization")); // true false
 */
export function isServedCall(name: string): boolean {
  return Object.hasOwn(compatCalls, name);
}

function toPage<Page extends { readonly path: string }>(page: Page) {
  return { ...page, type: "document", kind: "sheet", slug: page.path.split("/").at(-1) ?? "" };
}
