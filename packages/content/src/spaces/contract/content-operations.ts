import {
  defineOperations,
  editors,
  everyMember,
  limits,
  operation,
  organizationQuerySchema,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { PageContent, PageResource, SiteResource, SpaceResource } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

/** Every `SpaceVisibility`. */
const spaceVisibilities = ["public", "unlisted", "private"] as const;

/** The schema of a space's visibility. */
export const spaceVisibilitySchema = shape(
  "SpaceVisibility",
  "The audience of a space: everyone, everyone with the URL, or the organization's members.",
  z.enum(spaceVisibilities),
);

/** The schema of a space. */
export const spaceSchema = shape(
  "SpaceResource",
  "A space: a tree of pages that are edited together.",
  z.object({
    id: z.string(),
    title: z.string(),
    organization: z.string().describe("The organization's id."),
    visibility: z.string().describe("One of `SpaceVisibility`, unless the host product defines others."),
    requiresApproval: z
      .boolean()
      .describe("Whether a page's text is published only once another person has approved it."),
    revisionId: z.string().describe("The current revision. Empty before the first page."),
    urls: z.object({
      location: z.url().describe("The space in this API."),
      app: z.url().describe("The space in the console."),
      published: z.url().optional().describe("The site that publishes the space. Not set if there is none."),
    }),
    trashedAt: z.iso
      .datetime()
      .optional()
      .describe("The time when the space was moved to the trash. Not set otherwise."),
  }),
);

/** The schema of a page. */
export const pageSchema = shape(
  "PageResource",
  "A page without its content.",
  z.object({
    id: z.string(),
    spaceId: z.string(),
    title: z.string(),
    path: z
      .string()
      .describe("The path below the space, without slashes. A page keeps its path when it moves."),
    parentId: z.string().optional().describe("The parent page. Not set for a top-level page."),
    position: z.int().describe("Position among its siblings, from 0."),
    characters: z
      .int()
      .describe("The length of its text. Sites don't show pages without text, except above pages with text."),
    revisionId: z
      .string()
      .describe("The revision that last changed the page's text; the version for `If-Match`."),
    updatedAt: z.iso.datetime(),
  }),
);

const pageFileSchema = shape(
  "PageFile",
  "The Markdown file of a page.",
  z.object({
    pageId: z.string(),
    path: z
      .string()
      .describe(
        "The path below the folder of the space, as in Git. Relative links between pages, such as `[Setup](../guides/setup.md)`, use it.",
      ),
  }),
);

/** The schema of a page's content. */
export const pageContentSchema = shape(
  "PageContent",
  "A page's content.",
  z.object({
    pageId: z.string(),
    revisionId: z.string().describe("The revision that last changed the page; the version for `If-Match`."),
    title: z.string(),
    markdown: z.string(),
  }),
);

const pageContentUpdateSchema = shape(
  "PageContentUpdate",
  "Changes to a page's content, stored as a new revision of its space. At least one field is required.",
  z
    .object({
      title: z
        .string()
        .trim()
        .min(1, "must not be empty")
        .max(contentLimits.titleLength)
        .optional()
        .describe("At most 200 characters."),
      markdown: z
        .string()
        .max(contentLimits.markdownLength)
        .optional()
        .describe("At most a million characters."),
      sharedDraft: z
        .string()
        .max(limits.identifierLength)
        .optional()
        .describe("The ID of the shared draft that is published. It is then based on the new revision."),
    })
    .refine(({ title, markdown }) => title !== undefined || markdown !== undefined, {
      error: "must change the title or the markdown",
    })
    .meta({ minProperties: 1 }),
);

/** The schema of a site. */
export const siteSchema = shape(
  "SiteResource",
  "A site: a published space.",
  z.object({
    id: z.string(),
    title: z.string(),
    organization: z.string().describe("The organization's id."),
    spaceId: z.string(),
    path: z.string().describe("The last segment of the site's URL."),
    urls: z.object({ published: z.url() }),
    trashedAt: z.iso
      .datetime()
      .optional()
      .describe("The time when the site was moved to the trash. Not set otherwise."),
  }),
);

/** An example space. */
export const spaceExample: SpaceResource = {
  id: "spc_1",
  title: "Guides",
  organization: "org_1",
  visibility: "public",
  requiresApproval: false,
  revisionId: "rev_7",
  urls: {
    location: "https://docs.example/v1/spaces/spc_1",
    app: "https://docs.example/content/spaces/spc_1/history",
    published: "https://sites.example/sites/guides/",
  },
};
/** An example page. */
export const pageExample: PageResource = {
  id: "pag_1",
  spaceId: "spc_1",
  title: "Getting started",
  path: "getting-started",
  position: 0,
  characters: 18,
  revisionId: "rev_7",
  updatedAt: "2026-01-15T09:30:00.000Z",
};
/** An example of a page's content. */
export const pageContentExample: PageContent = {
  pageId: "pag_1",
  revisionId: "rev_7",
  title: "Getting started",
  markdown: "# Getting started\n",
};
/** An example site. */
export const siteExample: SiteResource = {
  id: "sit_1",
  title: "Acme Docs",
  organization: "org_1",
  spaceId: "spc_1",
  path: "acme-docs",
  urls: { published: "https://sites.example/acme-docs" },
};

/** Operations for spaces, pages and sites. */
export const contentOperations = defineOperations(
  {
    listSpaces: operation({
      method: "GET",
      path: "/spaces",
      tag: "Content",
      summary: "List spaces",
      access: "administrator",
      keyScope: "space:content:read",
      agents: true,
      roles: everyMember,
      query: organizationQuerySchema,
      response: pageOf(spaceSchema),
      example: { query: { limit: 20 }, response: { items: [spaceExample], next: "spc_1" } },
    }),
    getSpace: operation({
      method: "GET",
      path: "/spaces/{spaceId}",
      tag: "Content",
      summary: "Read a space",
      access: { resource: "space", scope: "space:metadata:read" },
      roles: everyMember,
      response: spaceSchema,
      example: { response: spaceExample },
    }),
    listPages: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages",
      tag: "Content",
      summary: "List the pages of a space",
      access: { resource: "space", scope: "space:content:read" },
      agents: true,
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(pageSchema),
      example: { query: { limit: 20 }, response: { items: [pageExample] } },
    }),
    listPageFiles: operation({
      method: "GET",
      path: "/spaces/{spaceId}/page-files",
      tag: "Content",
      summary: "List the Markdown files of a space's pages",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(pageFileSchema),
      example: {
        query: { limit: 20 },
        response: { items: [{ pageId: pageExample.id, path: `${pageExample.path}.md` }] },
      },
    }),
    getPage: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}",
      tag: "Content",
      summary: "Read a page",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      response: pageSchema,
      example: { response: pageExample },
    }),
    getPageContent: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/content",
      tag: "Content",
      summary: "Read a page's content",
      access: { resource: "space", scope: "space:content:read" },
      agents: true,
      roles: everyMember,
      response: pageContentSchema,
      version: "revisionId",
      example: { response: pageContentExample },
    }),
    updatePageContent: operation({
      method: "PATCH",
      path: "/spaces/{spaceId}/pages/{pageId}/content",
      tag: "Content",
      summary: "Save a page; emits space_content_updated",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      body: pageContentUpdateSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
      response: pageContentSchema,
      version: "revisionId",
      emits: "one",
      example: { body: { markdown: "# Getting started\n" }, response: pageContentExample },
    }),
    listSites: operation({
      method: "GET",
      path: "/sites",
      tag: "Content",
      summary: "List sites",
      access: "administrator",
      roles: everyMember,
      query: organizationQuerySchema,
      response: pageOf(siteSchema),
      example: { response: { items: [siteExample] } },
    }),
    getSite: operation({
      method: "GET",
      path: "/sites/{siteId}",
      tag: "Content",
      summary: "Read a site",
      access: { resource: "site", scope: "site:metadata:read" },
      roles: everyMember,
      response: siteSchema,
      example: { response: siteExample },
    }),
  },
  pathParameters,
);
