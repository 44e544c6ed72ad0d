import { defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, requireOrganization } from "@plugboard/platform/product";
import { getSpace } from "../content.ts";
import { createSite, createSpace, trashSite, trashSpace, updateSite, updateSpace } from "../edit-spaces.ts";
import { createPage, deletePage, movePage, savePage } from "../pages.ts";
import { changeOf } from "./change-of.ts";
import { toPageResource, toSite, toSpace } from "./content-handlers.ts";
import { contentEditingOperations } from "../contract/content-editing-operations.ts";

export const contentEditingFeature: Feature = defineFeature(contentEditingOperations, (platform) => ({
  createSpace: async ({
    body: { organization: organizationId, ...space },
    organizations,
    idempotencyKey,
  }) => {
    requireOrganization(organizations, organizationId);
    return toSpace(await createSpace(platform, { organizationId, ...space, idempotencyKey }), platform.urls);
  },
  updateSpace: async ({ params, body, caller }) => {
    const { manages } = changeOf(caller);
    return toSpace(await updateSpace(platform, params.spaceId, { ...body, manages }), platform.urls);
  },
  trashSpace: async ({ params }) => toSpace(await trashSpace(platform, params.spaceId, true), platform.urls),
  restoreSpace: async ({ params }) =>
    toSpace(await trashSpace(platform, params.spaceId, false), platform.urls),
  createPage: async ({ params, body: { path: slug, ...page }, caller, idempotencyKey }) => {
    const created = { ...page, slug, author: authorOf(caller), idempotencyKey };
    return toPageResource(await createPage(platform, params.spaceId, created));
  },
  updatePage: async ({ params, body: { title, path: slug }, caller, ifMatch }) => {
    const edit = { title, slug, ifRevisionId: ifMatch, ...changeOf(caller) };
    return toPageResource(await savePage(platform, params.spaceId, params.pageId, edit));
  },
  movePage: async ({ params, body, caller }) => {
    const move = { ...body, ...changeOf(caller) };
    return toPageResource(await movePage(platform, params.spaceId, params.pageId, move));
  },
  deletePage: async ({ params, caller }) =>
    await deletePage(platform, params.spaceId, params.pageId, changeOf(caller)),
  createSite: async ({ body: { path: slug, ...site }, organizations, idempotencyKey }) => {
    const { organizationId } = await getSpace(platform, site.spaceId);
    requireOrganization(organizations, organizationId, `space ${site.spaceId}`);
    return toSite(await createSite(platform, { ...site, slug, idempotencyKey }), platform.urls);
  },
  updateSite: async ({ params, body: { path: slug, ...edit }, caller }) => {
    const { manages } = changeOf(caller);
    return toSite(await updateSite(platform, params.siteId, { ...edit, slug, manages }), platform.urls);
  },
  trashSite: async ({ params }) => toSite(await trashSite(platform, params.siteId, true), platform.urls),
  restoreSite: async ({ params }) => toSite(await trashSite(platform, params.siteId, false), platform.urls),
}));
