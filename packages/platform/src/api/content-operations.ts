import type { SiteResource, SpaceResource } from "@plugboard/api/client";
import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { requireResource } from "../access/require-resource.ts";
import {
  getSite,
  getSpace,
  listOrganizations,
  listSites,
  listSpaces,
  type Site,
  type Space,
} from "../content/content.ts";
import { getPage, listPages, savePage } from "../content/pages.ts";
import { publishedUrlOf } from "../common/platform-urls.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { pageContentSchema, pageSchema, siteSchema, spaceSchema } from "./schemas.ts";
import { toPageContent, toPageResource } from "./to-resource.ts";

const tag = "Content";
const spaceParams = z.object({ spaceId: z.string() });
const pageParams = z.object({ spaceId: z.string(), pageId: z.string() });
const contentUpdate = z
  .object({
    title: z.string().trim().min(1, "must not be empty").max(200).exactOptional(),
    markdown: z.string().max(1_000_000).exactOptional(),
  })
  .refine(({ title, markdown }) => title !== undefined || markdown !== undefined, {
    error: "must change the title or the markdown",
  });
const organizationSchema = z.object({ id: z.string(), title: z.string(), subdomain: z.string() });

/** Organizations, spaces, pages and sites. */
export function createContentOperations({ context, urls }: Services): Operation[] {
  const toSpace = ({ id, title, organizationId, visibility, revisionId }: Space): SpaceResource => ({
    id,
    title,
    organization: organizationId,
    visibility,
    revisionId,
  });
  const toSite = ({ id, title, organizationId, spaceId, slug }: Site): SiteResource => ({
    id,
    title,
    organization: organizationId,
    spaceId,
    urls: { published: publishedUrlOf(urls, slug) },
  });
  return [
    defineOperation({
      method: "get",
      path: "/organizations",
      tag,
      summary: "List organizations",
      input: { query: pageQuerySchema },
      response: listSchema(organizationSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        return paginate(await listOrganizations(context), ({ id }) => id, query);
      },
    }),
    defineOperation({
      method: "get",
      path: "/spaces",
      tag,
      summary: "List spaces",
      input: { query: pageQuerySchema },
      response: listSchema(spaceSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        return paginate((await listSpaces(context)).map(toSpace), ({ id }) => id, query);
      },
    }),
    defineOperation({
      method: "get",
      path: "/spaces/{spaceId}",
      tag,
      summary: "Read a space",
      input: { params: spaceParams },
      response: spaceSchema,
      handle: async ({ params }, principal) => {
        await requireResource(context, principal, "space:metadata:read", "space", params.spaceId);
        return toSpace(await getSpace(context, params.spaceId));
      },
    }),
    defineOperation({
      method: "get",
      path: "/spaces/{spaceId}/pages",
      tag,
      summary: "List the pages of a space",
      input: { params: spaceParams, query: pageQuerySchema },
      response: listSchema(pageSchema),
      handle: async ({ params, query }, principal) => {
        await requireResource(context, principal, "space:content:read", "space", params.spaceId);
        await getSpace(context, params.spaceId);
        const { items, ...rest } = paginate(
          await listPages(context, params.spaceId),
          ({ position, id }) => `${String(position).padStart(9, "0")}_${id}`,
          query,
        );
        return { items: items.map(toPageResource), ...rest };
      },
    }),
    defineOperation({
      method: "get",
      path: "/spaces/{spaceId}/pages/{pageId}",
      tag,
      summary: "Read a page",
      input: { params: pageParams },
      response: pageSchema,
      handle: async ({ params }, principal) => {
        await requireResource(context, principal, "space:content:read", "space", params.spaceId);
        return toPageResource(await getPage(context, params.spaceId, params.pageId));
      },
    }),
    defineOperation({
      method: "get",
      path: "/spaces/{spaceId}/pages/{pageId}/content",
      tag,
      summary: "Read what a page says",
      input: { params: pageParams },
      response: pageContentSchema,
      handle: async ({ params }, principal) => {
        await requireResource(context, principal, "space:content:read", "space", params.spaceId);
        return toPageContent(await getPage(context, params.spaceId, params.pageId));
      },
    }),
    defineOperation({
      method: "patch",
      path: "/spaces/{spaceId}/pages/{pageId}/content",
      tag,
      summary: "Save a page; emits space_content_updated",
      input: { params: pageParams, body: contentUpdate },
      response: pageContentSchema,
      handle: async ({ params, body }, principal) => {
        await requireResource(context, principal, "space:content:write", "space", params.spaceId);
        return toPageContent(await savePage(context, params.spaceId, params.pageId, body));
      },
    }),
    defineOperation({
      method: "get",
      path: "/sites",
      tag,
      summary: "List sites",
      input: { query: pageQuerySchema },
      response: listSchema(siteSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        return paginate((await listSites(context)).map(toSite), ({ id }) => id, query);
      },
    }),
    defineOperation({
      method: "get",
      path: "/sites/{siteId}",
      tag,
      summary: "Read a site",
      input: { params: z.object({ siteId: z.string() }) },
      response: siteSchema,
      handle: async ({ params }, principal) => {
        await requireResource(context, principal, "site:metadata:read", "site", params.siteId);
        return toSite(await getSite(context, params.siteId));
      },
    }),
  ];
}
