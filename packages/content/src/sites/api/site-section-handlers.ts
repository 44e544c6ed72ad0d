import { defineFeature, type Feature } from "@plugboard/platform";
import { changeOf } from "../../spaces/api/change-of.ts";
import { siteSectionOperations } from "../contract/site-section-operations.ts";
import { getSiteSections, updateSiteSections } from "../site-sections.ts";

export const siteSectionFeature: Feature = defineFeature(siteSectionOperations, (platform) => ({
  getSiteSections: async ({ params }) => await getSiteSections(platform, params.siteId),
  updateSiteSections: async ({ params, body, caller, ifMatch }) => {
    const { manages } = changeOf(caller);
    return await updateSiteSections(platform, params.siteId, { ...body, manages, ifVersion: ifMatch });
  },
}));
