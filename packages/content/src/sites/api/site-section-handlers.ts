import { defineFeature, type Feature } from "@plugboard/platform";
import { siteSectionOperations } from "../contract/site-section-operations.ts";
import { getSiteSections, updateSiteSections } from "../site-sections.ts";

export const siteSectionFeature: Feature = defineFeature(siteSectionOperations, (platform) => ({
  getSiteSections: async ({ params }) => await getSiteSections(platform, params.siteId),
  updateSiteSections: async ({ params, body }) => await updateSiteSections(platform, params.siteId, body),
}));
