import type { JsonObject } from "@plugboard/api";
import { type ApiClient, ApiError } from "@plugboard/api/client";
import type { SpaceResource, SpaceVisibility } from "@plugboard/content/types";
import {
  getClaimsSchema,
  getPage,
  getPageContent,
  getRevision,
  getRevisionPage,
  getSite,
  getSiteCustomization,
  getSiteSigningSecrets,
  getSpace,
  listMatchingPages,
  listPages,
  restoreSpace,
  trashSpace,
  updateClaimsSchema,
  updateSpace,
} from "@plugboard/content/routes";
import { type CompatApi, type CompatCall, type ListQuery, readAll, toList, toQuery } from "./compat-call.ts";
import { listInstalledSpaces } from "./installed-resources.ts";
import { readSemanticChanges } from "./revision-changes.ts";

interface PageFormat {
  readonly format?: string | undefined;
}

const noPage = (path: string) => new ApiError("not_found", `There is no page at ${path}.`, { status: 404 });

/** Calls about spaces, pages and sites. */
export const contentCalls: Readonly<Record<string, CompatCall>> = {
  "spaces.getSpaceById": async (api: ApiClient, spaceId: string) => {
    return toSpace(await api.call(getSpace, { params: { spaceId } }));
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

  "spaces.updateSpaceById": async (
    api: ApiClient,
    spaceId: string,
    { title, visibility }: { readonly title?: string; readonly visibility?: SpaceVisibility },
  ) => toSpace(await api.call(updateSpace, { params: { spaceId }, body: { title, visibility } })),
  "spaces.deleteSpaceById": async (api: ApiClient, spaceId: string) => {
    await api.call(trashSpace, { params: { spaceId } });
  },
  "spaces.restoreSpace": async (api: ApiClient, spaceId: string) =>
    toSpace(await api.call(restoreSpace, { params: { spaceId } })),
  "spaces.searchSpaceContent": (
    api: ApiClient,
    spaceId: string,
    { query, ...page }: ListQuery & { readonly query: string },
  ) => search(api, spaceId, query, page),
  "spaces.getRevisionById": async (api: ApiClient, spaceId: string, revisionId: string) => {
    const { pages, ...revision } = await api.call(getRevision, { params: { spaceId, revisionId } });
    return { object: "revision", ...revision, pages: pages.map(toPage) };
  },
  "spaces.getRevisionSemanticChanges": (
    api: ApiClient,
    spaceId: string,
    revisionId: string,
    query?: { readonly limit?: number },
  ) => readSemanticChanges(api, spaceId, revisionId, query),
  "spaces.listPagesInRevisionById": async (api: ApiClient, spaceId: string, revisionId: string) => {
    const { pages } = await api.call(getRevision, { params: { spaceId, revisionId } });
    return { pages: pages.map(toPage) };
  },
  "spaces.getPageInRevisionById": async (
    api: ApiClient,
    spaceId: string,
    revisionId: string,
    pageId: string,
    format?: PageFormat,
  ) => showRevisionPage(api, { spaceId, revisionId, pageId }, format),
  "spaces.getPageInRevisionByPath": async (
    api: ApiClient,
    spaceId: string,
    revisionId: string,
    path: string,
    format?: PageFormat,
  ) => showRevisionPage(api, { spaceId, revisionId, path }, format),

  "orgs.listSpacesInOrganizationById": async (api: CompatApi, organization: string) => {
    const ids = await listInstalledSpaces(api, organization);
    const spaces = await Promise.all(ids.map((spaceId) => api.call(getSpace, { params: { spaceId } })));
    return { items: spaces.map(toSpace) };
  },
  "urls.getContentByUrl": async (api: CompatApi, { url }: { readonly url: string }) => {
    const ids = await listInstalledSpaces(api, "");
    for (const spaceId of ids) {
      const space = await api.call(getSpace, { params: { spaceId } });
      const { published } = space.urls;
      if (published === undefined || !url.startsWith(published)) continue;
      const path = new URL(url).pathname.slice(new URL(published).pathname.length);
      const pages = await readAll(api.list(listPages, { params: { spaceId } }));
      const page = pages.find((each) => each.path === decodeURIComponent(path));
      return { space: toSpace(space), ...(page !== undefined && { page: toPage(page) }) };
    }
    throw new ApiError("not_found", `No installed space is published at ${url}.`, { status: 404 });
  },
  "orgs.getSiteById": async (api: ApiClient, _organization: string, siteId: string) => {
    const site = await api.call(getSite, { params: { siteId } });
    return { object: "site", ...site, published: true };
  },
  "orgs.getSitePublishingAuthById": async (api: ApiClient, _organization: string, siteId: string) => {
    const { secrets } = await api.call(getSiteSigningSecrets, { params: { siteId } });
    return { object: "publishing-auth", backend: "integration", privateKey: secrets[0]?.secret ?? "" };
  },
  "orgs.listSiteSpaces": async (api: ApiClient, _organization: string, siteId: string) => ({
    items: [await toSiteSpace(api, siteId)],
  }),
  "orgs.getSiteStructure": async (api: ApiClient, _organization: string, siteId: string) => ({
    type: "siteSpaces",
    structure: [await toSiteSpace(api, siteId)],
  }),
  "orgs.searchSiteContent": async (
    api: ApiClient,
    _organization: string,
    siteId: string,
    { query }: { readonly query: string },
    page: ListQuery = {},
  ) => {
    const { spaceId } = await api.call(getSite, { params: { siteId } });
    return await search(api, spaceId, query, page);
  },
  "orgs.getSiteCustomizationById": (api: ApiClient, _organization: string, siteId: string) =>
    api.call(getSiteCustomization, { params: { siteId } }),
  "orgs.getSiteAdaptiveSchema": async (api: ApiClient, _organization: string, siteId: string) => {
    const { schema } = await api.call(getClaimsSchema, { params: { siteId } });
    return { jsonSchema: schema };
  },
  "orgs.updateSiteAdaptiveSchema": async (
    api: ApiClient,
    _organization: string,
    siteId: string,
    { jsonSchema }: { readonly jsonSchema: JsonObject },
  ) => {
    const body = { schema: jsonSchema };
    const { schema } = await api.call(updateClaimsSchema, { params: { siteId }, body });
    return { jsonSchema: schema };
  },
};

function toSpace(space: SpaceResource) {
  return { object: "space", ...space, revision: space.revisionId };
}

function toPage<Page extends { readonly path: string }>(page: Page) {
  return { ...page, type: "document", kind: "sheet", slug: page.path.split("/").at(-1) ?? "" };
}

async function showRevisionPage(
  api: ApiClient,
  {
    spaceId,
    revisionId,
    ...wanted
  }: { readonly spaceId: string; readonly revisionId: string } & (
    | { readonly pageId: string }
    | { readonly path: string }
  ),
  { format }: PageFormat = {},
) {
  const { pages } = await api.call(getRevision, { params: { spaceId, revisionId } });
  const page = pages.find(({ id, path }) => ("path" in wanted ? path === wanted.path : id === wanted.pageId));
  if (page === undefined) throw noPage("path" in wanted ? wanted.path : wanted.pageId);
  if (format !== "markdown") return toPage(page);
  const params = { spaceId, revisionId, pageId: page.id };
  const { markdown } = await api.call(getRevisionPage, { params });
  return { ...toPage(page), markdown };
}

async function search(api: ApiClient, spaceId: string, query: string, page: ListQuery) {
  const params = { spaceId };
  const found = await api.call(listMatchingPages, { params, query: { query, ...toQuery(page) } });
  const items = found.items.map(({ pageId: id, title, path, excerpt }) => ({
    id,
    title,
    path,
    description: excerpt,
    resultType: "page",
    ancestors: [],
    sections: [],
  }));
  return toList({ items, next: found.next });
}

/** A site here publishes one space. */
async function toSiteSpace(api: ApiClient, siteId: string) {
  const { spaceId, title, path, urls } = await api.call(getSite, { params: { siteId } });
  const space = toSpace(await api.call(getSpace, { params: { spaceId } }));
  return { object: "site-space", id: `${siteId}_${spaceId}`, title, path, space, urls, default: true };
}
