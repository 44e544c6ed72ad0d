import { defineOperations, editors, everyMember, limits, operation, shape } from "@plugboard/api/contract";
import * as z from "zod";
import type { SiteSections } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";
import { pathSchema, titleSchema } from "../../spaces/contract/name-schemas.ts";

/** Enough for language, script and region. */
const maxLanguageLength = 35;
/** Paths that a site's own domain serves otherwise. */
const reservedPaths: ReadonlySet<string> = new Set(["site-assets"]);

const path = pathSchema.refine((path) => !reservedPaths.has(path), "is reserved. Choose another path");
const spaceId = z.string().min(1).max(limits.identifierLength);
const language = z
  .string()
  .max(maxLanguageLength)
  .refine(isLanguage, "must be a language tag such as de or pt-BR")
  .optional()
  .describe("The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`.");

const ownFields = {
  title: titleSchema.describe("The name in the tabs. At most 200 characters."),
  language,
  variantTitle: titleSchema
    .optional()
    .describe("The name of the space itself among its variants, such as `v2`. Defaults to the title."),
};
const sectionFields = {
  path: path.describe("The path below the site's URL: lower-case letters, digits and hyphens."),
  spaceId: spaceId.describe("A space of the site's organization, which the site shows once."),
  ...ownFields,
};
const variantFields = {
  path: path.describe("The path below the section: lower-case letters, digits and hyphens."),
  title: titleSchema.describe("The name in the menu of variants. At most 200 characters."),
  spaceId: spaceId.describe("A space of the site's organization, which the site shows once."),
  language,
};
const hiddenPageId = z
  .string()
  .optional()
  .describe("A page with the same path, which visitors can't open. Change one of the two paths.");

const variantInputs = z
  .array(shape("SiteVariantInput", "Another version or language of a section.", z.object(variantFields)))
  .max(contentLimits.sectionVariants)
  .optional()
  .describe(`At most ${contentLimits.sectionVariants}.`);
const variants = z
  .array(
    shape(
      "SiteVariant",
      "Another version or language of a section.",
      z.object({ ...variantFields, hiddenPageId }),
    ),
  )
  .optional();

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

const updateSchema = shape(
  "SiteSectionsUpdate",
  "The sections of a site, in the order of its tabs. Replaces the previous ones.",
  z.object({
    home: z
      .object({ ...ownFields, variants: variantInputs })
      .optional()
      .describe("The tab of the site's own space. Defaults to the title of the space."),
    sections: z
      .array(
        shape(
          "SiteSectionInput",
          "A space that a site shows below a path of its own.",
          z.object({ ...sectionFields, variants: variantInputs }),
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
    home: z.object({ ...ownFields, variants }),
    sections: z.array(
      shape(
        "SiteSection",
        "A space that a site shows below a path of its own. Visitors don't see sections of private and trashed spaces.",
        z.object({
          ...sectionFields,
          variants,
          hiddenPageId,
        }),
      ),
    ),
    version: z.string().describe("Changes with the sections; the version for `If-Match`."),
  }),
);

const example: Omit<SiteSections, "version"> = {
  home: {
    title: "Guides",
    variants: [{ path: "de", title: "German", spaceId: "spc_3", language: "de" }],
  },
  sections: [{ path: "api", title: "API", spaceId: "spc_2" }],
};
const version = "q1JcXf0r2mA";

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
      version: "version",
      example: { response: { ...example, version } },
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
      version: "version",
      errors: ["conflict"],
      example: { body: example, response: { ...example, version } },
    }),
  },
  pathParameters,
);
