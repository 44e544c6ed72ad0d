import * as z from "zod";
import { editors, everyMember } from "./callers.ts";
import {
  pageContentExample,
  type PageContent,
  pageContentSchema,
  type SpaceResource,
  spaceExample,
  spaceSchema,
} from "./content.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type PageQuery, pageOf, pageQueryFields } from "./page.ts";

/** Who made a revision. */
export interface RevisionAuthor {
  readonly type: "administrator" | "git" | "integration" | "key" | "member";
  /** The integration's name, or an identifier; absent for an administrator of the platform. */
  readonly id?: string | undefined;
  /** What people call a member. */
  readonly name?: string | undefined;
}

/** One state of a space's pages. Every change makes one. */
export interface RevisionResource {
  readonly id: string;
  readonly spaceId: string;
  /** Counts the revisions of a space from 1. */
  readonly number: number;
  /** What was done, in a few words. */
  readonly summary: string;
  /** Absent for a state that was there before anybody changed it. */
  readonly author?: RevisionAuthor | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** A revision with the pages of its time, in the order of the tree. */
export interface RevisionContent extends RevisionResource {
  readonly pages: readonly RevisionPage[];
}

/** A page as it was in a revision, without its text. */
export interface RevisionPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly parentId?: string | undefined;
}

/** What can happen to a page between two revisions. */
export type PageChange = (typeof pageChanges)[number];

const pageChanges = ["created", "deleted", "renamed", "edited", "moved"] as const;

/** What is different about one page between two revisions. */
export interface RevisionChange {
  readonly pageId: string;
  /** Its title in the newer one of the two that has it. */
  readonly title: string;
  readonly changes: readonly PageChange[];
  /** How its Markdown changed, as a unified diff; absent where it did not, or where most of it did. */
  readonly patch?: string | undefined;
}

/** Which part of a space's revisions to read. */
export interface RevisionQuery extends PageQuery {
  /** Only revisions in which this page was made, or its title, path or text changed. */
  readonly page?: string | undefined;
}

/** Which revision to compare with. */
export interface RevisionChangeQuery extends PageQuery {
  /** An older revision; the one before when left out. */
  readonly since?: string | undefined;
}

/** How much of a revision to bring back. */
export interface RevisionRestoration {
  /** Only this page; the whole space when left out. */
  readonly pageId?: string | undefined;
}

const revisionFields = {
  id: z.string(),
  spaceId: z.string(),
  number: z.int(),
  summary: z.string(),
  author: z
    .object({
      type: z.enum(["administrator", "git", "integration", "key", "member"]),
      id: z.string().optional(),
      name: z.string().optional(),
    })
    .optional(),
  createdAt: z.iso.datetime(),
};

const revisionSchema: z.ZodType<RevisionResource> = z.object(revisionFields);

const revisionContentSchema: z.ZodType<RevisionContent> = z.object({
  ...revisionFields,
  pages: z.array(
    z.object({ id: z.string(), title: z.string(), path: z.string(), parentId: z.string().optional() }),
  ),
});

const changeSchema: z.ZodType<RevisionChange> = z.object({
  pageId: z.string(),
  title: z.string(),
  changes: z.array(z.enum(pageChanges)),
  patch: z.string().optional(),
});

const identifier = z.string().min(1).max(limits.identifierLength);

const revisionQuerySchema: z.ZodType<RevisionQuery, RevisionQuery> = z.object({
  ...pageQueryFields,
  page: identifier
    .meta({
      description: "Only revisions in which this page was made, or its title, path or text changed.",
    })
    .optional(),
});

const changeQuerySchema: z.ZodType<RevisionChangeQuery, RevisionChangeQuery> = z.object({
  ...pageQueryFields,
  since: identifier.meta({ description: "An older revision; the one before when left out." }).optional(),
});

const restorationSchema: z.ZodType<RevisionRestoration, RevisionRestoration> = z.object({
  pageId: identifier.optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const revisionSchemas = {
  Revision: revisionSchema,
  RevisionContent: revisionContentSchema,
  RevisionChange: changeSchema,
  RevisionRestoration: restorationSchema,
};

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

/** What a space's pages were, and what changed. */
export const revisionOperations = defineOperations({
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
      response: { ...revision, pages: [{ id: "pag_1", title: "Getting started", path: "getting-started" }] },
    },
  }),
  getRevisionPage: operation({
    method: "GET",
    path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
    tag: "Content",
    summary: "Read what a page said in a revision",
    access,
    roles: everyMember,
    response: pageContentSchema,
    example: { response: pageThen },
  }),
  listRevisionChanges: operation({
    method: "GET",
    path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
    tag: "Content",
    summary: "List what changed in a revision, page by page, with a diff of the text",
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
    summary: "Bring a revision back as a new one, whole or one page; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: restorationSchema,
    response: spaceSchema,
    errors: ["conflict"],
    emits: "one",
    example: { body: { pageId: "pag_1" }, response: restored },
  }),
});
