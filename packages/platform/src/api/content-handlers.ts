import type { PageContent, SiteResource, SpaceResource } from "@plugboard/api/client";
import type { contentOperations } from "@plugboard/api/contract";
import { publishedUrlOf } from "../common/platform-urls.ts";
import { getSite, getSpace, listSites, listSpaces, type Site, type Space } from "../content/content.ts";
import { getPage, listPages, type Page, savePage } from "../content/content.ts";
import type { Platform } from "../platform/create-platform.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { numberKey, paginate, showPage } from "./paginate.ts";
import { isoTime } from "./iso-time.ts";

/** Spaces, pages and sites. */
export function createContentHandlers(platform: Platform): OperationHandlers<keyof typeof contentOperations> {
  const toSite = ({ id, title, organizationId, spaceId, slug }: Site): SiteResource => ({
    id,
    title,
    organization: organizationId,
    spaceId,
    urls: { published: publishedUrlOf(platform.urls, slug) },
  });
  return {
    listSpaces: async ({ query, organizations: { allowed: organizations } }) =>
      await showPage(
        paginate(await listSpaces(platform, { organizations }), ({ id }) => id, query),
        toSpace,
      ),
    getSpace: async ({ params }) => toSpace(await getSpace(platform, params.spaceId)),
    listPages: async ({ params, query }) => {
      await getSpace(platform, params.spaceId);
      const pages = await listPages(platform, params.spaceId);
      const page = paginate(pages, ({ position, id }) => `${numberKey(position)}_${id}`, query);
      return await showPage(page, toPageResource);
    },
    getPage: async ({ params }) => toPageResource(await getPage(platform, params.spaceId, params.pageId)),
    getPageContent: async ({ params }) =>
      toPageContent(await getPage(platform, params.spaceId, params.pageId)),
    updatePageContent: async ({ params, body, ifMatch }) =>
      toPageContent(
        await savePage(platform, params.spaceId, params.pageId, { ...body, ifRevisionId: ifMatch }),
      ),
    listSites: async ({ query, organizations: { allowed: organizations } }) =>
      await showPage(
        paginate(await listSites(platform, { organizations }), ({ id }) => id, query),
        toSite,
      ),
    getSite: async ({ params }) => toSite(await getSite(platform, params.siteId)),
  };
}

function toSpace({ id, title, organizationId, visibility, revisionId }: Space): SpaceResource {
  return { id, title, organization: organizationId, visibility, revisionId };
}

function toPageResource({ id, spaceId, title, slug, updatedAt }: Page) {
  return { id, spaceId, title, path: slug, updatedAt: isoTime(updatedAt) };
}

function toPageContent({ id, revisionId, title, markdown }: Page): PageContent {
  return { pageId: id, revisionId, title, markdown };
}
