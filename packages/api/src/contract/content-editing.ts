import * as z from "zod";
import { editors } from "./callers.ts";
import {
  pageExample,
  type PageResource,
  pageSchema,
  siteExample,
  siteSchema,
  spaceExample,
  spaceSchema,
  type SpaceVisibility,
  spaceVisibilities,
} from "./content.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** A space to make. */
export interface SpaceCreation {
  /** Identifier of its organization. */
  readonly organization: string;
  /** At most 200 characters. */
  readonly title: string;
  /** Default: `private`. */
  readonly visibility?: SpaceVisibility | undefined;
}

/** Changes to a space. At least one of the two is given. */
export interface SpaceUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  readonly visibility?: SpaceVisibility | undefined;
}

/** A page to make. */
export interface PageCreation {
  /** At most 200 characters. */
  readonly title: string;
  /** Lower-case letters, digits and hyphens. Made from the title when left out. */
  readonly path?: string | undefined;
  /** At most a million characters; empty when left out. */
  readonly markdown?: string | undefined;
  /** The page to put it below; at the top when left out. */
  readonly parentId?: string | undefined;
  /** Its place among the pages there, from 0; the last when left out. */
  readonly position?: number | undefined;
}

/** Changes to a page's name and address. At least one of the two is given. */
export interface PageUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** Lower-case letters, digits and hyphens. */
  readonly path?: string | undefined;
}

/** Where to put a page. The pages below it come along. */
export interface PageMove {
  /** The page to put it below; `null` for the top. */
  readonly parentId: string | null;
  /** Its place among the pages there, from 0; the last when left out. */
  readonly position?: number | undefined;
}

/** A site to make. */
export interface SiteCreation {
  /** The space it publishes; its organization owns the site. */
  readonly spaceId: string;
  /** At most 200 characters. */
  readonly title: string;
  /** Lower-case letters, digits and hyphens. Made from the title when left out. */
  readonly path?: string | undefined;
}

/** Changes to a site. At least one is given. */
export interface SiteUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** The space it publishes, of the same organization. */
  readonly spaceId?: string | undefined;
  /** The last part of its address: lower-case letters, digits and hyphens. */
  readonly path?: string | undefined;
}

const title = z.string().trim().min(1, "must not be empty").max(limits.identifierLength);
const identifier = z.string().min(1).max(limits.identifierLength);
const path = z
  .string()
  .max(limits.pathLength)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens between them");
const position = z.int().min(0).max(limits.spacePages);
const markdown = z.string().max(limits.markdownLength);

const spaceCreationSchema: z.ZodType<SpaceCreation, SpaceCreation> = z.object({
  organization: identifier,
  title,
  visibility: z.enum(spaceVisibilities).optional(),
});

const spaceUpdateSchema: z.ZodType<SpaceUpdate, SpaceUpdate> = changesOf({
  title: title.optional(),
  visibility: z.enum(spaceVisibilities).optional(),
});

const pageCreationSchema: z.ZodType<PageCreation, PageCreation> = z.object({
  title,
  path: path.optional(),
  markdown: markdown.optional(),
  parentId: identifier.optional(),
  position: position.optional(),
});

const pageUpdateSchema: z.ZodType<PageUpdate, PageUpdate> = changesOf({
  title: title.optional(),
  path: path.optional(),
});

const pageMoveSchema: z.ZodType<PageMove, PageMove> = z.object({
  parentId: identifier.nullable(),
  position: position.optional(),
});

const siteCreationSchema: z.ZodType<SiteCreation, SiteCreation> = z.object({
  spaceId: identifier,
  title,
  path: path.optional(),
});

const siteUpdateSchema: z.ZodType<SiteUpdate, SiteUpdate> = changesOf({
  title: title.optional(),
  spaceId: identifier.optional(),
  path: path.optional(),
});

/** An object of which at least one field is given. */
function changesOf<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z
    .object(shape)
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: `must change at least one of: ${Object.keys(shape).join(", ")}`,
    })
    .meta({ minProperties: 1 });
}

/** Schemas of this file that the OpenAPI document names. */
export const contentEditingSchemas = {
  SpaceCreation: spaceCreationSchema,
  SpaceUpdate: spaceUpdateSchema,
  PageCreation: pageCreationSchema,
  PageUpdate: pageUpdateSchema,
  PageMove: pageMoveSchema,
  SiteCreation: siteCreationSchema,
  SiteUpdate: siteUpdateSchema,
};

const movedPage: PageResource = { ...pageExample, parentId: "pag_2", position: 1 };

/** Making and changing spaces, pages and sites. */
export const contentEditingOperations = defineOperations({
  createSpace: operation({
    method: "POST",
    path: "/spaces",
    tag: "Content",
    summary: "Make a space",
    access: "administrator",
    roles: editors,
    body: spaceCreationSchema,
    status: 201,
    response: spaceSchema,
    idempotent: true,
    errors: ["not_found"],
    example: {
      body: { organization: "org_1", title: "Guides", visibility: "public" },
      response: spaceExample,
    },
  }),
  updateSpace: operation({
    method: "PATCH",
    path: "/spaces/{spaceId}",
    tag: "Content",
    summary: "Rename a space, or change its visibility, which emits space_visibility_updated",
    access: { resource: "space", scope: "space:metadata:write" },
    roles: editors,
    body: spaceUpdateSchema,
    response: spaceSchema,
    emits: "one",
    example: { body: { visibility: "public" }, response: spaceExample },
  }),
  trashSpace: operation({
    method: "POST",
    path: "/spaces/{spaceId}/trash",
    tag: "Content",
    summary: "Put a space into the trash: its sites are not served, and its pages cannot be changed",
    access: { resource: "space", scope: "space:metadata:write" },
    roles: editors,
    response: spaceSchema,
    example: { response: { ...spaceExample, trashedAt: "2026-01-15T09:30:00.000Z" } },
  }),
  restoreSpace: operation({
    method: "POST",
    path: "/spaces/{spaceId}/restore",
    tag: "Content",
    summary: "Take a space out of the trash",
    access: { resource: "space", scope: "space:metadata:write" },
    roles: editors,
    response: spaceSchema,
    example: { response: spaceExample },
  }),
  createPage: operation({
    method: "POST",
    path: "/spaces/{spaceId}/pages",
    tag: "Content",
    summary: "Make a page; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: pageCreationSchema,
    maxBodyBytes: limits.pageBodyBytes,
    status: 201,
    response: pageSchema,
    idempotent: true,
    errors: ["conflict"],
    emits: "one",
    example: { body: { title: "Getting started" }, response: pageExample },
  }),
  updatePage: operation({
    method: "PATCH",
    path: "/spaces/{spaceId}/pages/{pageId}",
    tag: "Content",
    summary: "Rename a page, or change its path; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: pageUpdateSchema,
    response: pageSchema,
    version: "revisionId",
    errors: ["conflict"],
    emits: "one",
    example: { body: { title: "Getting started" }, response: pageExample },
  }),
  movePage: operation({
    method: "POST",
    path: "/spaces/{spaceId}/pages/{pageId}/move",
    tag: "Content",
    summary: "Move a page with all below it; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: pageMoveSchema,
    response: pageSchema,
    errors: ["conflict"],
    emits: "one",
    example: { body: { parentId: "pag_2", position: 1 }, response: movedPage },
  }),
  deletePage: operation({
    method: "DELETE",
    path: "/spaces/{spaceId}/pages/{pageId}",
    tag: "Content",
    summary: "Delete a page with all below it; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    errors: ["conflict"],
    emits: "one",
    example: {},
  }),
  createSite: operation({
    method: "POST",
    path: "/sites",
    reach: "all",
    tag: "Content",
    summary: "Make a site that publishes a space",
    access: "administrator",
    roles: editors,
    body: siteCreationSchema,
    status: 201,
    response: siteSchema,
    idempotent: true,
    errors: ["not_found", "conflict"],
    example: { body: { spaceId: "spc_1", title: "Acme Docs" }, response: siteExample },
  }),
  updateSite: operation({
    method: "PATCH",
    path: "/sites/{siteId}",
    reach: "all",
    tag: "Content",
    summary: "Rename a site, change its address, or which space it publishes",
    access: "administrator",
    roles: editors,
    body: siteUpdateSchema,
    response: siteSchema,
    errors: ["conflict"],
    example: { body: { path: "acme-docs" }, response: siteExample },
  }),
  trashSite: operation({
    method: "POST",
    path: "/sites/{siteId}/trash",
    tag: "Content",
    summary: "Put a site into the trash: it is not served, and its address stays its own",
    access: "administrator",
    roles: editors,
    response: siteSchema,
    example: { response: { ...siteExample, trashedAt: "2026-01-15T09:30:00.000Z" } },
  }),
  restoreSite: operation({
    method: "POST",
    path: "/sites/{siteId}/restore",
    tag: "Content",
    summary: "Take a site out of the trash",
    access: "administrator",
    roles: editors,
    response: siteSchema,
    example: { response: siteExample },
  }),
});
