import type { PageContent, SiteResource, SpaceResource } from "@plugboard/api/client";
import type { contentOperations } from "@plugboard/api/contract";
import { publishedUrlOf } from "../common/platform-urls.ts";
import {
  getSite,
  getSpace,
  listOrganizations,
  listSites,
  listSpaces,
  type Site,
  type Space,
} from "../content/content.ts";
import { getPage, listPages, type Page, savePage } from "../content/pages.ts";
import type { Services } from "../platform/services.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { numberKey, paginate, showPage } from "./paginate.ts";
import { isoTime } from "./iso-time.ts";

/** Organizations, spaces, pages and sites. */
export function createContentHandlers({
  context,
  urls,
}: Services): OperationHandlers<keyof typeof contentOperations> {
  const toSite = ({ id, title, organizationId, spaceId, slug }: Site): SiteResource => ({
    id,
    title,
    organization: organizationId,
    spaceId,
    urls: { published: publishedUrlOf(urls, slug) },
  });
  return {
    listOrganizations: async ({ query }) => paginate(await listOrganizations(context), ({ id }) => id, query),
    listSpaces: async ({ query }) =>
      await showPage(
        paginate(await listSpaces(context), ({ id }) => id, query),
        toSpace,
      ),
    getSpace: async ({ params }) => toSpace(await getSpace(context, params.spaceId)),
    listPages: async ({ params, query }) => {
      await getSpace(context, params.spaceId);
      const pages = await listPages(context, params.spaceId);
      const page = paginate(pages, ({ position, id }) => `${numberKey(position)}_${id}`, query);
      return await showPage(page, toPageResource);
    },
    getPage: async ({ params }) => toPageResource(await getPage(context, params.spaceId, params.pageId)),
    getPageContent: async ({ params }) =>
      toPageContent(await getPage(context, params.spaceId, params.pageId)),
    updatePageContent: async ({ params, body, ifMatch }) =>
      toPageContent(
        await savePage(context, params.spaceId, params.pageId, { ...body, ifRevisionId: ifMatch }),
      ),
    listSites: async ({ query }) =>
      await showPage(
        paginate(await listSites(context), ({ id }) => id, query),
        toSite,
      ),
    getSite: async ({ params }) => toSite(await getSite(context, params.siteId)),
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
