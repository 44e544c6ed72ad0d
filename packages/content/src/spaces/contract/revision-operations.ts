import {
  authorSchema,
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
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { PageContent, RevisionResource, SpaceResource } from "../../client/types.ts";
import { pageContentExample, pageContentSchema, spaceExample, spaceSchema } from "./content-operations.ts";

const pageChange = shape(
  "PageChange",
  "A kind of change to a page between two revisions.",
  z.enum(["created", "deleted", "renamed", "edited", "moved"]),
);

const revisionFields = {
  id: z.string(),
  spaceId: z.string(),
  number: z.int().describe("The revision's number within the space, from 1."),
  summary: z.string().describe("A short description of the change."),
  author: authorSchema.optional().describe("Not set for the initial state."),
  createdAt: z.iso.datetime(),
};

const revisionSchema = shape(
  "RevisionResource",
  "A revision: the state of a space's pages after a change.",
  z.object(revisionFields),
);

const revisionContentSchema = shape(
  "RevisionContent",
  "A revision with its pages, in tree order.",
  z.object({
    ...revisionFields,
    pages: z.array(
      shape(
        "RevisionPage",
        "A page in a revision, without its text.",
        z.object({ id: z.string(), title: z.string(), path: z.string(), parentId: z.string().optional() }),
      ),
    ),
  }),
);

const changeSchema = shape(
  "RevisionChange",
  "The difference of one page between two revisions.",
  z.object({
    pageId: z.string(),
    title: z.string().describe("The title in the newer revision that contains the page."),
    changes: z.array(pageChange),
    patch: z
      .string()
      .optional()
      .describe("The Markdown changes as a unified diff. Not set if there are none or too many."),
  }),
);

const identifier = z.string().min(1).max(limits.identifierLength);

const revisionQuerySchema = shape(
  "RevisionQuery",
  "Filters of a space's revisions.",
  z.object({
    ...pageQueryFields,
    page: identifier
      .optional()
      .describe("Only revisions that created this page or changed its title, path or text."),
  }),
);

const changeQuerySchema = shape(
  "RevisionChangeQuery",
  "The revision to compare with.",
  z.object({
    ...pageQueryFields,
    since: identifier.optional().describe("An older revision. Defaults to the previous one."),
  }),
);

const restorationSchema = shape(
  "RevisionRestoration",
  "The part of a revision to restore.",
  z.object({
    pageId: identifier.optional().describe("Only this page. Defaults to the whole space."),
  }),
);

const revision: RevisionResource = {
  id: "rev_7",
  spaceId: "spc_1",
  number: 7,
  summary: "Edited Getting started",
  author: { type: "integration", id: "content-digest" },
  createdAt: "2026-01-15T09:30:00.000Z",
};
const pageThen: PageContent = pageContentExample;
const restored: SpaceResource = { ...spaceExample, revisionId: "rev_8" };
const access = { resource: "space", scope: "space:content:read" } as const;

/** Operations for revisions of spaces. */
export const revisionOperations = defineOperations(
  {
    listRevisions: operation({
      method: "GET",
      path: "/spaces/{spaceId}/revisions",
      tag: "Content",
      summary: "List the revisions of a space, newest first",
      access,
      roles: everyMember,
      query: revisionQuerySchema,
      response: pageOf(revisionSchema),
      example: { query: { limit: 20 }, response: { items: [revision] } },
    }),
    getRevision: operation({
      method: "GET",
      path: "/spaces/{spaceId}/revisions/{revisionId}",
      tag: "Content",
      summary: "Read a revision with its tree of pages",
      access,
      roles: everyMember,
      response: revisionContentSchema,
      example: {
        response: {
          ...revision,
          pages: [{ id: "pag_1", title: "Getting started", path: "getting-started" }],
        },
      },
    }),
    getRevisionPage: operation({
      method: "GET",
      path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
      tag: "Content",
      summary: "Read a page's content in a revision",
      access,
      roles: everyMember,
      response: pageContentSchema,
      example: { response: pageThen },
    }),
    listRevisionChanges: operation({
      method: "GET",
      path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
      tag: "Content",
      summary: "List the changes in a revision by page, with text diffs",
      access,
      roles: everyMember,
      query: changeQuerySchema,
      response: pageOf(changeSchema),
      example: {
        query: { since: "rev_6" },
        response: {
          items: [
            {
              pageId: "pag_1",
              title: "Getting started",
              changes: ["edited"],
              patch: "@@ -1,1 +1,1 @@\n-# Start\n+# Getting started\n",
            },
          ],
        },
      },
    }),
    restoreRevision: operation({
      method: "POST",
      path: "/spaces/{spaceId}/revisions/{revisionId}/restore",
      tag: "Content",
      summary: "Restore a revision, or one page of it, as a new revision; emits space_content_updated",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      body: restorationSchema,
      response: spaceSchema,
      errors: ["conflict"],
      emits: "one",
      example: { body: { pageId: "pag_1" }, response: restored },
    }),
  },
  pathParameters,
);
