import type { SiteCustomization } from "../../client/types.ts";
import { defineFeature, type Feature } from "@plugboard/platform";
import { isoTime, numberKey, paginate } from "@plugboard/platform/product";
import { getSite, getSpace } from "../../spaces/content.ts";
import { uploadFont } from "../../spaces/fonts.ts";
import { listPages } from "../../spaces/pages.ts";
import { searchSpace } from "../../spaces/search-pages.ts";
import { createSitePreviews } from "../site-previews.ts";
import { getSiteCustomization, updateSiteCustomization } from "../site-customization.ts";
import { publishedUrlOf } from "../published-url.ts";
import { sitePresentationOperations } from "../contract/site-presentation-operations.ts";

export const sitePresentationFeature: Feature = defineFeature(sitePresentationOperations, (platform) => {
  const previews = createSitePreviews(platform);
  const preview = async (siteId: string, customization?: SiteCustomization) => {
    const { slug } = await getSite(platform, siteId);
    const { token, expiresAt } = await previews.create(siteId, customization);
    return {
      url: `${publishedUrlOf(platform.urls, slug)}~preview/${token}/`,
      expiresAt: isoTime(expiresAt),
    };
  };
  return {
    getSiteCustomization: async ({ params }) => await getSiteCustomization(platform, params.siteId),
    updateSiteCustomization: async ({ params, body }) =>
      await updateSiteCustomization(platform, params.siteId, body),
    uploadFont: async ({ params: { spaceId }, body, idempotencyKey }) => {
      const content = new Uint8Array(Buffer.from(body.content, "base64"));
      const { createdAt, ...font } = await uploadFont(platform, spaceId, { content, idempotencyKey });
      return { ...font, createdAt: isoTime(createdAt) };
    },
    createSitePreview: async ({ params }) => await preview(params.siteId),
    previewSiteCustomization: async ({ params, body }) => await preview(params.siteId, body),
    listMatchingPages: async ({ params: { spaceId }, query: { query = "", ...page } }) => {
      await getSpace(platform, spaceId);
      const matches = await searchSpace(platform, spaceId, await listPages(platform, spaceId), query);
      const results = matches.map(({ page: { id: pageId, title, slug: path }, excerpt }, rank) => ({
        rank,
        match: { pageId, title, path, excerpt },
      }));
      const { items, next } = paginate(results, ({ rank }) => numberKey(rank), page);
      return { items: items.map(({ match }) => match), next };
    },
  };
});
