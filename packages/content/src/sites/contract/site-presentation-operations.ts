import {
  defineOperations,
  editors,
  everyMember,
  limits,
  operation,
  pageOf,
  pageQueryFields,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { SiteCustomization } from "../../client/types.ts";

const maxLabelLength = 60;
const maxHeaderLinks = 8;
const maxFooterLinks = 20;
const maxFooterLength = 500;
const pageColors = { light: "#ffffff", dark: "#14171d" } as const;
/** The minimum contrast of text in WCAG 2.2 (1.4.3). */
const minContrast = 4.5;
/** A preview link contains the appearance, and HTTP servers limit request headers to 16 KiB. */
const maxPreviewedBytes = 8 * 1024;

const hasProtocol =
  (...protocols: readonly string[]) =>
  (url: string): boolean =>
    protocols.includes(URL.parse(url)?.protocol ?? "");

const isHttps = hasProtocol("https:");
const imagePath = /^~images\/\w+\.\w+$/;
const imageUrl = z
  .string()
  .max(limits.urlLength)
  .refine(
    (url) => imagePath.test(url) || isHttps(url),
    "must be an https URL, or the path of an image in the site's space",
  );

const linkSchema = shape(
  "SiteLink",
  "A link in a site's header or footer.",
  z.object({
    label: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(maxLabelLength)
      .describe("At most 60 characters."),
    url: z
      .string()
      .max(limits.urlLength)
      .refine(hasProtocol("https:", "http:", "mailto:"), "must be an http, https or mailto URL")
      .describe("An http, https or mailto URL."),
  }),
);

const colorOn = (page: string) =>
  z
    .string()
    .max(limits.identifierLength)
    .regex(/^#[0-9a-f]{6}$/i, { error: "must be a color such as #3454d1", abort: true })
    .refine((color) => contrastOf(color, page) >= minContrast, {
      error: `must be readable on ${page}: a contrast of at least ${minContrast}`,
    });

const measure = z.number().min(0).max(contentLimits.fontMeasure);
const weight = z.int().min(1).max(1000).optional();

const siteFontSchema = shape(
  "SiteFont",
  "A font in the site's space, with the measures of `uploadFont`. Until it has loaded, an installed font is scaled to them.",
  z.object({
    path: z
      .string()
      .max(limits.identifierLength)
      .regex(/^~fonts\/\w+\.woff2$/, "must be the path of a font in the site's space"),
    ascent: measure.describe("In font sizes, like the other lengths."),
    descent: measure,
    lineGap: measure,
    width: measure.optional().describe("The average width of a letter. Not set without Latin letters."),
    minWeight: weight.describe("The weights of a variable font. Not set for a font with a single weight."),
    maxWeight: weight,
  }),
);

const fontFilesSchema = shape(
  "SiteFontFiles",
  "The fonts of a site's text or headings.",
  z.object({
    regular: siteFontSchema,
    bold: siteFontSchema
      .optional()
      .describe("Defaults to the weights of a variable `regular` font, or to a synthesized bold."),
  }),
);

const customizationSchema = shape(
  "SiteCustomization",
  "A site's appearance. Omitted fields use the defaults.",
  z.object({
    logoUrl: imageUrl
      .optional()
      .describe("The logo before the title: an https URL, or the `path` of an image in the site's space."),
    iconUrl: imageUrl
      .optional()
      .describe("The favicon: an https URL, or the `path` of an image in the site's space."),
    accent: shape(
      "SiteColor",
      "A color for each theme, such as `#3454d1`, with a contrast ratio of at least 4.5 to the page.",
      z.object({
        light: colorOn(pageColors.light).describe("On white."),
        dark: colorOn(pageColors.dark).describe("On `#14171d`."),
      }),
    )
      .optional()
      .describe("The color of links and buttons."),
    theme: z
      .enum(["system", "light", "dark"])
      .optional()
      .describe("Defaults to `system`, the visitor's preference."),
    font: z
      .enum(["system", "geist", "serif", "monospace"])
      .optional()
      .describe(
        "The typeface. `geist` is served with the site; the others are installed on the visitor's device. Defaults to `system`, a sans-serif typeface.",
      ),
    fonts: z
      .object({
        body: fontFilesSchema.optional(),
        headings: fontFilesSchema.optional().describe("Defaults to the font of the body."),
      })
      .optional()
      .describe("Uploaded fonts. `font` is used until they have loaded, and for characters that they lack."),
    headerLinks: z.array(linkSchema).max(maxHeaderLinks).optional().describe("At most eight."),
    footer: z
      .object({
        text: z.string().max(maxFooterLength).optional().describe("At most 500 characters."),
        links: z.array(linkSchema).max(maxFooterLinks).optional().describe("At most twenty."),
      })
      .optional(),
  }),
);

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const fontSchema = shape(
  "FontResource",
  "A font stored with a space. It never changes.",
  z.object({
    id: z.string(),
    spaceId: z.string(),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
    font: siteFontSchema.describe("The value to set in `fonts` of a site's appearance."),
  }),
);

const fontUploadSchema = shape(
  "FontUpload",
  "A font to store with a space.",
  z.object({
    content: z
      .base64("must be a file in base64")
      .min(1, "must not be empty")
      .max(contentLimits.fontLength, "must be at most 2 MiB of data")
      .describe("A WOFF2 file of at most 2 MiB, in base64."),
  }),
);

const previewSchema = shape(
  "SitePreview",
  "A link for viewing a site without being counted as a visitor.",
  z.object({ url: z.url(), expiresAt: z.iso.datetime() }),
);

const searchQuerySchema = shape(
  "PageSearchQuery",
  "A page search.",
  z.object({
    ...pageQueryFields,
    query: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .optional()
      .describe(
        "Words that must all occur in the page's title or text, at most 200 characters. An empty query finds no pages.",
      ),
  }),
);

const foundPageSchema = shape(
  "FoundPage",
  "A search result.",
  z.object({
    pageId: z.string(),
    title: z.string(),
    path: z.string(),
    excerpt: z.string().describe("The text around the first match."),
  }),
);

const customization: SiteCustomization = {
  logoUrl: "https://acme.example/logo.svg",
  accent: { light: "#3454d1", dark: "#8ea6ff" },
  headerLinks: [{ label: "Status", url: "https://status.acme.example" }],
  footer: { text: "© Acme" },
};

/** A font whose letters are empty and half as wide as the font size. */
const exampleFont =
  "d09GMgABAAAAAACjAAYAAAAAAAAAAABPAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP2NtYXAsP2hlYWQ2P2hoZWEkP2htdHgEP21heHAGP09TLzJgG+8A+J8HdqzGsoGnG6woGPH657203yZQxMWXTHyAtHiLB7IB/sMf5n89ThLVFoQFAAI9ESW4tEFrwRdMuoAgwDtTv0SoEVlWTBZuHp1NBw==";

/** Operations for the appearance and search of sites. */
export const sitePresentationOperations = defineOperations(
  {
    getSiteCustomization: operation({
      method: "GET",
      path: "/sites/{siteId}/customization",
      tag: "Content",
      summary: "Read a site's appearance",
      access: { resource: "site", scope: "site:metadata:read" },
      roles: everyMember,
      response: customizationSchema,
      example: { response: customization },
    }),
    updateSiteCustomization: operation({
      method: "PUT",
      path: "/sites/{siteId}/customization",
      tag: "Content",
      summary: "Set a site's appearance; omitted fields use the defaults",
      access: "administrator",
      roles: editors,
      body: customizationSchema,
      response: customizationSchema,
      example: { body: customization, response: customization },
    }),
    createSitePreview: operation({
      method: "POST",
      path: "/sites/{siteId}/previews",
      tag: "Content",
      summary: "Create a preview link for a site with all its pages, valid for an hour; views aren't counted",
      access: "administrator",
      roles: editors,
      status: 201,
      response: previewSchema,
      example: {
        response: {
          url: "https://sites.example.net/sites/acme-docs/~preview/eyJhbGciOi/",
          expiresAt: "2026-01-15T10:30:00.000Z",
        },
      },
    }),
    previewSiteCustomization: operation({
      method: "POST",
      path: "/sites/{siteId}/customization/preview",
      tag: "Content",
      summary: "Create a preview link that shows a site with another appearance, without saving it",
      access: "administrator",
      roles: editors,
      changes: false,
      body: customizationSchema,
      maxBodyBytes: maxPreviewedBytes,
      response: previewSchema,
      example: {
        body: customization,
        response: {
          url: "https://sites.example.net/sites/acme-docs/~preview/eyJhbGciOi/",
          expiresAt: "2026-01-15T10:30:00.000Z",
        },
      },
    }),
    uploadFont: operation({
      method: "POST",
      path: "/spaces/{spaceId}/fonts",
      tag: "Content",
      summary: "Store a font for the sites of a space; it is removed 30 days after no site uses it",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      body: fontUploadSchema,
      maxBodyBytes: contentLimits.fontBodyBytes,
      status: 201,
      response: fontSchema,
      idempotent: true,
      errors: ["conflict"],
      example: {
        body: { content: exampleFont },
        response: {
          id: "fnt_1",
          spaceId: "spc_1",
          bytes: 163,
          createdAt: "2026-01-15T09:30:00.000Z",
          font: { path: "~fonts/fnt_1.woff2", ascent: 0.8, descent: 0.2, lineGap: 0, width: 0.5 },
        },
      },
    }),
    listMatchingPages: operation({
      method: "GET",
      path: "/spaces/{spaceId}/search",
      tag: "Content",
      summary: "Search a space for pages that contain all words of a query, best match first",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      query: searchQuerySchema,
      response: pageOf(foundPageSchema),
      example: {
        query: { query: "webhook" },
        response: {
          items: [{ pageId: "pag_1", title: "Webhooks", path: "webhooks", excerpt: "A webhook is sent…" }],
        },
      },
    }),
  },
  pathParameters,
);
