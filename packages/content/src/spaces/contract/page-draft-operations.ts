import {
  defineOperations,
  editors,
  limits,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { PageDraft, PageDraftSummary, PageDraftUpdate } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const resourceFields = {
  pageId: z.string(),
  revisionId: z.string().describe("The page revision that the draft is based on."),
  version: z.string().describe("Changes each time the draft is saved; the version for `If-Match`."),
  updatedAt: z.iso.datetime(),
};

const resourceSchema = shape(
  "PageDraftSummary",
  "The caller's draft of a page, without its content.",
  z.object(resourceFields),
);

const draftSchema = shape(
  "PageDraft",
  "The caller's unpublished changes to a page. Only the caller sees them, and they emit no events.",
  z.object({
    ...resourceFields,
    title: z.string(),
    markdown: z.string(),
  }),
);

const readingSchema = shape(
  "PageDraftReading",
  "The caller's draft of a page, if there is one.",
  z.object({ draft: draftSchema.optional() }),
);

const updateSchema = shape(
  "PageDraftUpdate",
  "A draft to save.",
  z.object({
    title: z.string().max(contentLimits.titleLength).describe("At most 200 characters; may be empty."),
    markdown: z.string().max(contentLimits.markdownLength).describe("At most a million characters."),
    revisionId: z
      .string()
      .max(limits.identifierLength)
      .describe("The page revision that the draft is based on."),
  }),
);

const summary: PageDraftSummary = {
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

/** Operations for page drafts. */
export const pageDraftOperations = defineOperations(
  {
    listPageDrafts: operation({
      method: "GET",
      path: "/spaces/{spaceId}/drafts",
      tag: "Content",
      summary: "List the caller's drafts of pages of a space, without their text",
      access: "administrator",
      keyScope: "space:content:read",
      agents: true,
      roles: editors,
      query: pageQuerySchema,
      response: pageOf(resourceSchema),
      example: { response: { items: [summary] } },
    }),
    getPageDraft: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/draft",
      tag: "Content",
      summary: "Read the caller's draft of a page, if there is one",
      access: "administrator",
      keyScope: "space:content:read",
      agents: true,
      roles: editors,
      response: readingSchema,
      example: { response: { draft } },
    }),
    savePageDraft: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/pages/{pageId}/draft",
      tag: "Content",
      summary: "Save the caller's draft of a page, which is private and emits no event",
      access: "administrator",
      keyScope: "space:content:write",
      agents: true,
      roles: editors,
      audit: false,
      body: updateSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
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
  },
  pathParameters,
);
