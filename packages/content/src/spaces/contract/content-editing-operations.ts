import { defineOperations, editors, limits, operation, shape } from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { PageResource } from "../../client/types.ts";
import {
  pageExample,
  pageSchema,
  siteExample,
  siteSchema,
  spaceExample,
  spaceSchema,
  spaceVisibilitySchema,
} from "./content-operations.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathSchema, titleSchema } from "./name-schemas.ts";

const identifier = z.string().min(1).max(limits.identifierLength);
const position = z.int().min(0).max(contentLimits.spacePages);
const markdown = z.string().max(contentLimits.markdownLength);

const spaceCreationSchema = shape(
  "SpaceCreation",
  "A new space.",
  z.object({
    organization: identifier.describe("The organization's id."),
    title: titleSchema.describe("At most 200 characters."),
    visibility: spaceVisibilitySchema.optional().describe("Defaults to `private`."),
  }),
);

const spaceUpdateSchema = shape(
  "SpaceUpdate",
  "Changes to a space. At least one field is required.",
  changesOf({
    title: titleSchema.optional().describe("At most 200 characters."),
    visibility: spaceVisibilitySchema.optional(),
    requiresApproval: z
      .boolean()
      .optional()
      .describe("Only owners and admins change it, signed in to the console."),
  }),
);

const pageCreationSchema = shape(
  "PageCreation",
  "A new page.",
  z.object({
    title: titleSchema.describe("At most 200 characters."),
    path: pathSchema
      .optional()
      .describe("Lower-case letters, digits and hyphens. Defaults to a path derived from the title."),
    markdown: markdown.optional().describe("At most a million characters. Defaults to an empty page."),
    parentId: identifier.optional().describe("The parent page. Defaults to the top level."),
    position: position
      .optional()
      .describe("Position among its siblings, from 0. Defaults to the last position."),
  }),
);

const pageUpdateSchema = shape(
  "PageUpdate",
  "Changes to a page's title and path. At least one field is required.",
  changesOf({
    title: titleSchema.optional().describe("At most 200 characters."),
    path: pathSchema.optional().describe("Lower-case letters, digits and hyphens."),
  }),
);

const pageMoveSchema = shape(
  "PageMove",
  "A page's new position. Its subpages move with it.",
  z.object({
    parentId: identifier.nullable().describe("The new parent page; `null` for the top level."),
    position: position
      .optional()
      .describe("Position among its siblings, from 0. Defaults to the last position."),
  }),
);

const siteCreationSchema = shape(
  "SiteCreation",
  "A new site.",
  z.object({
    spaceId: identifier.describe("The space to publish. Its organization owns the site."),
    title: titleSchema.describe("At most 200 characters."),
    path: pathSchema
      .optional()
      .describe("Lower-case letters, digits and hyphens. Defaults to a path derived from the title."),
  }),
);

const siteUpdateSchema = shape(
  "SiteUpdate",
  "Changes to a site. At least one field is required.",
  changesOf({
    title: titleSchema.optional().describe("At most 200 characters."),
    spaceId: identifier.optional().describe("The space to publish, in the same organization."),
    path: pathSchema
      .optional()
      .describe("The last segment of the site's URL: lower-case letters, digits and hyphens."),
  }),
);

/** Returns an object schema that requires at least one field. */
function changesOf<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z
    .object(shape)
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: `must change at least one of: ${Object.keys(shape).join(", ")}`,
    })
    .meta({ minProperties: 1 });
}

const movedPage: PageResource = { ...pageExample, parentId: "pag_2", position: 1 };

/** Operations that create and change spaces, pages and sites. */
export const contentEditingOperations = defineOperations(
  {
    createSpace: operation({
      method: "POST",
      path: "/spaces",
      tag: "Content",
      summary: "Create a space",
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
      summary: "Change a space; a new visibility emits space_visibility_updated",
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
      summary: "Move a space to the trash: its sites go offline, and its pages become read-only",
      access: { resource: "space", scope: "space:metadata:write" },
      roles: editors,
      response: spaceSchema,
      example: { response: { ...spaceExample, trashedAt: "2026-01-15T09:30:00.000Z" } },
    }),
    restoreSpace: operation({
      method: "POST",
      path: "/spaces/{spaceId}/restore",
      tag: "Content",
      summary: "Restore a space from the trash",
      access: { resource: "space", scope: "space:metadata:write" },
      roles: editors,
      response: spaceSchema,
      example: { response: spaceExample },
    }),
    createPage: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages",
      tag: "Content",
      summary: "Create a page; emits space_content_updated",
      access: { resource: "space", scope: "space:content:write" },
      // Text is public at once on sites. Agents write it as a draft.
      agents: { omits: ["markdown"] },
      roles: editors,
      body: pageCreationSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
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
      summary: "Move a page with its subpages; emits space_content_updated",
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
      summary: "Delete a page with its subpages; emits space_content_updated",
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
      summary: "Create a site that publishes a space",
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
      summary: "Change a site's title, URL or published space",
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
      summary: "Move a site to the trash: it goes offline and keeps its URL",
      access: "administrator",
      roles: editors,
      response: siteSchema,
      example: { response: { ...siteExample, trashedAt: "2026-01-15T09:30:00.000Z" } },
    }),
    restoreSite: operation({
      method: "POST",
      path: "/sites/{siteId}/restore",
      tag: "Content",
      summary: "Restore a site from the trash",
      access: "administrator",
      roles: editors,
      response: siteSchema,
      example: { response: siteExample },
    }),
  },
  pathParameters,
);
