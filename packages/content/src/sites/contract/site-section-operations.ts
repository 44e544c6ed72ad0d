import { defineOperations, editors, everyMember, limits, operation, shape } from "@plugboard/api/contract";
import * as z from "zod";
import type { SiteSections } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";
import { pathSchema, titleSchema } from "../../spaces/contract/name-schemas.ts";

/** Paths that a site's own domain serves otherwise. */
const reservedPaths: ReadonlySet<string> = new Set(["site-assets"]);

const homeFields = {
  title: titleSchema.describe("The name of the site's own space in the tabs. At most 200 characters."),
};
const sectionFields = {
  path: pathSchema
    .refine((path) => !reservedPaths.has(path), "is reserved. Choose another path")
    .describe("The path below the site's URL: lower-case letters, digits and hyphens."),
  title: titleSchema.describe("The name in the tabs. At most 200 characters."),
  spaceId: z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .describe("A space of the site's organization, which the site shows once."),
};

const updateSchema = shape(
  "SiteSectionsUpdate",
  "The sections of a site, in the order of its tabs. Replaces the previous ones.",
  z.object({
    home: z.object(homeFields).optional().describe("Defaults to the title of the site's own space."),
    sections: z
      .array(
        shape(
          "SiteSectionInput",
          "A space that a site shows below a path of its own.",
          z.object(sectionFields),
        ),
      )
      .max(contentLimits.siteSections)
      .describe(`At most ${contentLimits.siteSections}. An empty list removes all.`),
  }),
);

const sectionsSchema = shape(
  "SiteSections",
  "The tabs of a site: its own space, then its sections.",
  z.object({
    home: z.object(homeFields),
    sections: z.array(
      shape(
        "SiteSection",
        "A space that a site shows below a path of its own. Visitors don't see sections of private and trashed spaces.",
        z.object({
          ...sectionFields,
          hiddenPageId: z
            .string()
            .optional()
            .describe(
              "A page of the site's own space with the same path, which visitors can't open. Change one of the two paths.",
            ),
        }),
      ),
    ),
  }),
);

const example: SiteSections = {
  home: { title: "Guides" },
  sections: [{ path: "api", title: "API", spaceId: "spc_2" }],
};

/** Operations for the sections of sites. */
export const siteSectionOperations = defineOperations(
  {
    getSiteSections: operation({
      method: "GET",
      path: "/sites/{siteId}/sections",
      tag: "Content",
      summary: "Read the sections of a site",
      access: { resource: "site", scope: "site:metadata:read" },
      roles: everyMember,
      response: sectionsSchema,
      example: { response: example },
    }),
    updateSiteSections: operation({
      method: "PUT",
      path: "/sites/{siteId}/sections",
      tag: "Content",
      summary: "Set the sections of a site: further spaces that it shows as tabs",
      access: "administrator",
      roles: editors,
      body: updateSchema,
      response: sectionsSchema,
      errors: ["conflict"],
      example: { body: example, response: example },
    }),
  },
  pathParameters,
);
