import type { PageContent, PageResource, SiteResource, SpaceResource } from "../../client/types.ts";
import { type PlatformUrls, defineFeature, type Feature } from "@plugboard/platform";
import {
  authorOf,
  isoTime,
  optionalIsoTime,
  cutPage,
  keysetOf,
  paginate,
  showPage,
} from "@plugboard/platform/product";
import { getSite, getSpace, listSites, listSpaces, type Site, type Space } from "../content.ts";
import { listPageFiles } from "../../git-sync/page-files.ts";
import { treeKeys } from "../page-tree.ts";
import { getPage, listPages, type ListedPage, type Page, savePage } from "../pages.ts";
import { publishedUrlOf } from "../../sites/published-url.ts";
import { contentOperations } from "../contract/content-operations.ts";

export const contentFeature: Feature = defineFeature(contentOperations, (platform) => ({
  listSpaces: async ({ query, organizations: { allowed: organizations } }) =>
    await showPage(
      cutPage(await listSpaces(platform, { organizations, ...keysetOf(query) }), ({ id }) => id, query),
      (space) => toSpace(space, platform.urls),
    ),
  getSpace: async ({ params }) => toSpace(await getSpace(platform, params.spaceId), platform.urls),
  listPages: async ({ params, query }) => {
    await getSpace(platform, params.spaceId);
    const pages = await listPages(platform, params.spaceId);
    const keys = treeKeys(pages);
    return await showPage(
      paginate(pages, ({ id }) => keys.get(id) ?? id, query),
      toPageResource,
    );
  },
  listPageFiles: async ({ params, query }) => {
    await getSpace(platform, params.spaceId);
    const files = await listPageFiles(platform, params.spaceId);
    return await showPage(
      paginate([...files], ([pageId]) => pageId, query),
      ([pageId, path]) => ({ pageId, path }),
    );
  },
  getPage: async ({ params }) => toPageResource(await getPage(platform, params.spaceId, params.pageId)),
  getPageContent: async ({ params }) => toPageContent(await getPage(platform, params.spaceId, params.pageId)),
  updatePageContent: async ({ params, body, ifMatch, caller }) => {
    const { sharedDraft: sharedDraftId, ...text } = body;
    const edit = { ...text, sharedDraftId, ifRevisionId: ifMatch, author: authorOf(caller) };
    return toPageContent(await savePage(platform, params.spaceId, params.pageId, edit));
  },
  listSites: async ({ query, organizations: { allowed: organizations } }) =>
    await showPage(
      cutPage(await listSites(platform, { organizations, ...keysetOf(query) }), ({ id }) => id, query),
      (site) => toSite(site, platform.urls),
    ),
  getSite: async ({ params }) => toSite(await getSite(platform, params.siteId), platform.urls),
}));

/** Converts a space to its API resource. */
export function toSpace(space: Space, urls: PlatformUrls): SpaceResource {
  const {
    id,
    title,
    organizationId: organization,
    visibility,
    requiresApproval,
    siteSlug,
    siteDomain,
    sitePath,
    trashedAt,
  } = space;
  return {
    id,
    title,
    organization,
    visibility,
    requiresApproval,
    revisionId: space.revisionId,
    urls: {
      location: `${urls.api}/spaces/${id}`,
      app: `${urls.console}/content/spaces/${id}/history`,
      published:
        siteSlug === undefined ? undefined : `${publishedUrlOf(urls, siteSlug, siteDomain)}${sitePath}`,
    },
    trashedAt: optionalIsoTime(trashedAt),
  };
}

/** Converts a page to its API resource. */
export function toPageResource(page: ListedPage): PageResource {
  const { id, spaceId, title, slug, parentId, position, characters, revisionId, updatedAt } = page;
  return {
    id,
    spaceId,
    title,
    path: slug,
    parentId: parentId ?? undefined,
    position,
    characters,
    revisionId,
    updatedAt: isoTime(updatedAt),
  };
}

function toPageContent({ id, revisionId, title, markdown }: Page): PageContent {
  return { pageId: id, revisionId, title, markdown };
}

/** Converts a site to its API resource. */
export function toSite(site: Site, urls: PlatformUrls): SiteResource {
  const { id, title, organizationId, spaceId, slug, domain, trashedAt } = site;
  const published = publishedUrlOf(urls, slug, domain);
  return {
    id,
    title,
    organization: organizationId,
    spaceId,
    path: slug,
    urls: { published },
    trashedAt: optionalIsoTime(trashedAt),
  };
}
