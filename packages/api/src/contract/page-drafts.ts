import * as z from "zod";
import { editors } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** That the caller has a draft of a page. */
export interface PageDraftResource {
  readonly pageId: string;
  /** The page's revision that the draft is a change of. */
  readonly revisionId: string;
  /** Another one each time it is saved; the version for `If-Match`. */
  readonly version: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** What the caller typed on a page and has not made its content. Nobody else sees it, and it emits no event. */
export interface PageDraft extends PageDraftResource {
  readonly title: string;
  readonly markdown: string;
}

/** A draft to keep. */
export interface PageDraftUpdate {
  /** At most 200 characters; may be empty. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
  /** The page's revision that it is a change of. */
  readonly revisionId: string;
}

const resourceFields = {
  pageId: z.string(),
  revisionId: z.string(),
  version: z.string(),
  updatedAt: z.iso.datetime(),
};

const resourceSchema: z.ZodType<PageDraftResource> = z.object(resourceFields);

const draftSchema: z.ZodType<PageDraft> = z.object({
  ...resourceFields,
  title: z.string(),
  markdown: z.string(),
});

const updateSchema: z.ZodType<PageDraftUpdate, PageDraftUpdate> = z.object({
  title: z.string().max(limits.identifierLength),
  markdown: z.string().max(limits.markdownLength),
  revisionId: z.string().max(limits.identifierLength),
});

/** Schemas of this file that the OpenAPI document names. */
export const pageDraftSchemas = {
  PageDraftSummary: resourceSchema,
  PageDraft: draftSchema,
  PageDraftUpdate: updateSchema,
};

const summary: PageDraftResource = {
  pageId: "pag_1",
  revisionId: "rev_7",
  version: "drf_1.1",
  updatedAt: "2026-01-15T09:30:00.000Z",
};
const update: PageDraftUpdate = {
  title: "Getting started",
  markdown: "# Getting started\n\nFirst, ",
  revisionId: "rev_7",
};
const draft: PageDraft = { ...summary, ...update };

/** What somebody types on pages, kept until it becomes their content. */
export const pageDraftOperations = defineOperations({
  listPageDrafts: operation({
    method: "GET",
    path: "/spaces/{spaceId}/drafts",
    tag: "Content",
    summary: "List the caller's drafts of pages of a space, without their text",
    access: "administrator",
    roles: editors,
    query: pageQuerySchema,
    response: pageOf(resourceSchema),
    example: { response: { items: [summary] } },
  }),
  getPageDraft: operation({
    method: "GET",
    path: "/spaces/{spaceId}/pages/{pageId}/draft",
    tag: "Content",
    summary: "Read the caller's draft of a page",
    access: "administrator",
    roles: editors,
    response: draftSchema,
    version: "version",
    example: { response: draft },
  }),
  savePageDraft: operation({
    method: "PUT",
    path: "/spaces/{spaceId}/pages/{pageId}/draft",
    tag: "Content",
    summary: "Save the caller's draft of a page, which is private and emits no event",
    access: "administrator",
    roles: editors,
    audit: false,
    body: updateSchema,
    maxBodyBytes: limits.pageBodyBytes,
    response: draftSchema,
    version: "version",
    creates: true,
    example: { body: update, response: draft },
  }),
  discardPageDraft: operation({
    method: "DELETE",
    path: "/spaces/{spaceId}/pages/{pageId}/draft",
    tag: "Content",
    summary: "Discard the caller's draft of a page, if there is one",
    access: "administrator",
    roles: editors,
    audit: false,
    version: "version",
    example: {},
  }),
});
