import * as z from "zod";
import { editors, everyMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQuerySchema, pageOf, pageQuerySchema } from "./page.ts";

/** A space: a tree of pages that is edited together. */
export interface SpaceResource {
  readonly id: string;
  readonly title: string;
  /** Identifier of its organization. */
  readonly organization: string;
  /** One of {@link SpaceVisibility}, unless the product around the platform has others. */
  readonly visibility: string;
  /** The revision its content is at now; empty before its first page. */
  readonly revisionId: string;
  /** ISO 8601 time; absent unless it is in the trash. */
  readonly trashedAt?: string | undefined;
}

/** Who may see a space: everybody, whoever has the address, or the organization alone. */
export type SpaceVisibility = (typeof spaceVisibilities)[number];

/** Every {@link SpaceVisibility}. */
export const spaceVisibilities = ["public", "unlisted", "private"] as const;

/** A page, without its content. */
export interface PageResource {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  /** Path below the space, without slashes: a page that is moved keeps its address. */
  readonly path: string;
  /** The page it is below; absent for one at the top. */
  readonly parentId?: string | undefined;
  /** Its place among the pages with the same parent, from 0. */
  readonly position: number;
  /** The revision in which its text was last changed; the version for `If-Match`. */
  readonly revisionId: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** What a page says. */
export interface PageContent {
  readonly pageId: string;
  /** The revision in which it was last changed; the version for `If-Match`. */
  readonly revisionId: string;
  readonly title: string;
  readonly markdown: string;
}

/** Changes to a page; they make a new revision of its space. At least one of the two is given. */
export interface PageContentUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** At most a million characters. */
  readonly markdown?: string | undefined;
}

/** A site: a published space. */
export interface SiteResource {
  readonly id: string;
  readonly title: string;
  /** Identifier of its organization. */
  readonly organization: string;
  readonly spaceId: string;
  /** The last part of its address. */
  readonly path: string;
  readonly urls: { readonly published: string };
  /** ISO 8601 time; absent unless it is in the trash. */
  readonly trashedAt?: string | undefined;
}

/** Checks a space. */
export const spaceSchema: z.ZodType<SpaceResource> = z.object({
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  visibility: z.string(),
  revisionId: z.string(),
  trashedAt: z.iso.datetime().optional(),
});

/** Checks a page. */
export const pageSchema: z.ZodType<PageResource> = z.object({
  id: z.string(),
  spaceId: z.string(),
  title: z.string(),
  path: z.string(),
  parentId: z.string().optional(),
  position: z.int(),
  revisionId: z.string(),
  updatedAt: z.iso.datetime(),
});

/** Checks what a page says. */
export const pageContentSchema: z.ZodType<PageContent> = z.object({
  pageId: z.string(),
  revisionId: z.string(),
  title: z.string(),
  markdown: z.string(),
});

const pageContentUpdateSchema: z.ZodType<PageContentUpdate, PageContentUpdate> = z
  .object({
    title: z.string().trim().min(1, "must not be empty").max(limits.identifierLength).optional(),
    markdown: z.string().max(limits.markdownLength).optional(),
  })
  .refine(({ title, markdown }) => title !== undefined || markdown !== undefined, {
    error: "must change the title or the markdown",
  })
  .meta({ minProperties: 1 });

/** Checks a site. */
export const siteSchema: z.ZodType<SiteResource> = z.object({
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  spaceId: z.string(),
  path: z.string(),
  urls: z.object({ published: z.url() }),
  trashedAt: z.iso.datetime().optional(),
});

/** An example of a space. */
export const spaceExample: SpaceResource = {
  id: "spc_1",
  title: "Guides",
  organization: "org_1",
  visibility: "public",
  revisionId: "rev_7",
};
/** An example of a page. */
export const pageExample: PageResource = {
  id: "pag_1",
  spaceId: "spc_1",
  title: "Getting started",
  path: "getting-started",
  position: 0,
  revisionId: "rev_7",
  updatedAt: "2026-01-15T09:30:00.000Z",
};
/** An example of what a page says. */
export const pageContentExample: PageContent = {
  pageId: "pag_1",
  revisionId: "rev_7",
  title: "Getting started",
  markdown: "# Getting started\n",
};
/** An example of a site. */
export const siteExample: SiteResource = {
  id: "sit_1",
  title: "Acme Docs",
  organization: "org_1",
  spaceId: "spc_1",
  path: "acme-docs",
  urls: { published: "https://sites.example/acme-docs" },
};

/** Schemas of this file that the OpenAPI document names. */
export const contentSchemas = {
  Space: spaceSchema,
  Page: pageSchema,
  PageContent: pageContentSchema,
  PageContentUpdate: pageContentUpdateSchema,
  Site: siteSchema,
};

/** Spaces, pages and sites. */
export const contentOperations = defineOperations({
  listSpaces: operation({
    method: "GET",
    path: "/spaces",
    tag: "Content",
    summary: "List spaces",
    access: "administrator",
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
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(pageSchema),
    example: { query: { limit: 20 }, response: { items: [pageExample] } },
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
    summary: "Read what a page says",
    access: { resource: "space", scope: "space:content:read" },
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
    maxBodyBytes: limits.pageBodyBytes,
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
});
