import { sitePresentationOperations } from "@plugboard/api/contract";
import { publishedUrlOf } from "../../common/platform-urls.ts";
import { getSite, getSpace } from "../../content/content.ts";
import { listPages } from "../../content/pages.ts";
import { searchSpace } from "../../content/search-pages.ts";
import { getSiteCustomization, updateSiteCustomization } from "../site-customization.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { numberKey, paginate } from "../../operations/paginate.ts";

export const sitePresentationFeature: Feature = defineFeature(sitePresentationOperations, (platform) => ({
  getSiteCustomization: async ({ params }) => await getSiteCustomization(platform, params.siteId),
  updateSiteCustomization: async ({ params, body }) =>
    await updateSiteCustomization(platform, params.siteId, body),
  createSitePreview: async ({ params }) => {
    const { slug } = await getSite(platform, params.siteId);
    const { token, expiresAt } = await platform.previews.create(params.siteId);
    return {
      url: `${publishedUrlOf(platform.urls, slug)}~preview/${token}/`,
      expiresAt: isoTime(expiresAt),
    };
  },
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
}));
