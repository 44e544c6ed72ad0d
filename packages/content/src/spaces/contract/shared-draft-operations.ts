import { defineOperations, editors, everyMember, limits, operation, shape } from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type {
  SharedDraft,
  SharedDraftChange,
  SharedDraftChanges,
  SharedDraftSave,
  SharedDraftStart,
} from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const idSchema = z.string().min(1).max(limits.identifierLength);
const sequenceSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const updateSchema = z
  .base64("must be a Yjs update in base64")
  .min(1, "must not be empty")
  .max(contentLimits.sharedUpdateLength, "must be at most 4 MiB of data");
const stateSchema = z
  .base64("must be a Yjs update in base64")
  .min(1, "must not be empty")
  .max(contentLimits.sharedStateLength, "must be at most 8 MiB of data");

const textFields = {
  title: z.string().max(contentLimits.titleLength).describe("At most 200 characters; may be empty."),
  markdown: z.string().max(contentLimits.markdownLength).describe("At most a million characters."),
};

const draftFields = {
  id: z.string(),
  pageId: z.string(),
  format: z.string().describe("The format of the Yjs document. Clients that don't know it can't edit."),
  revisionId: z.string().describe("The page revision that the draft is based on."),
  sequence: z.int().describe("The number of the newest change."),
  updatedAt: z.iso.datetime(),
};

const draftSchema = shape(
  "SharedDraft",
  "The draft of a page that several people edit together. Its text is a few seconds behind the newest change.",
  z.object({ ...draftFields, title: z.string(), markdown: z.string() }),
);

const readingSchema = shape(
  "SharedDraftReading",
  "The shared draft of a page, if there is one.",
  z.object({ draft: draftSchema.optional() }),
);

const startSchema = shape(
  "SharedDraftStart",
  "The first text of a shared draft. Ignored if the page already has one.",
  z.object({
    ...textFields,
    format: idSchema.describe("The format of the Yjs document."),
    revisionId: idSchema.describe("The page revision that the draft is based on."),
    state: stateSchema.describe("The Yjs document, in base64. At most 8 MiB."),
    replaces: idSchema
      .optional()
      .describe(
        "The ID of the page's shared draft, which ends. For a draft whose state can't be read. Ignored if the page has another one.",
      ),
  }),
);

const changesSchema = shape(
  "SharedDraftChanges",
  "The changes of a shared draft. Apply the state first, if there is one.",
  z.object({
    ...draftFields,
    state: z
      .string()
      .optional()
      .describe("The Yjs document with older changes, in base64. Set if some of them are no longer stored."),
    updates: z
      .array(z.object({ sequence: z.int(), content: z.string().describe("A Yjs update in base64.") }))
      .describe("The other changes, oldest first."),
  }),
);

const changesReadingSchema = shape(
  "SharedDraftChangesReading",
  "The changes of a page's shared draft, if there is one.",
  z.object({ draft: changesSchema.optional() }),
);

const locationFields = {
  changeRequest: idSchema
    .optional()
    .describe("The change request that the draft belongs to. Defaults to the page's own shared draft."),
};

const locationQuerySchema = shape(
  "SharedDraftQuery",
  "Which of a page's shared drafts to use.",
  z.object(locationFields),
);

const changesQuerySchema = shape(
  "SharedDraftChangesQuery",
  "The changes to read.",
  z.object({
    ...locationFields,
    after: z.coerce
      .number<number>()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("Only changes after this one. Defaults to the whole document."),
  }),
);

const changeSchema = shape(
  "SharedDraftChange",
  "A change to append to a shared draft.",
  z.object({
    draftId: idSchema,
    after: sequenceSchema.describe(
      "The newest change that the author has seen. If there is a newer one, the request fails with `precondition_failed`.",
    ),
    content: updateSchema.describe(
      "A Yjs update, in base64. At most 4 MiB. After one without changes (`AAA=`), windows that have the draft open save it.",
    ),
    rebase: z
      .object({ from: idSchema, to: idSchema })
      .optional()
      .describe(
        "The revision that the draft is based on, and the page's current revision, whose changes the update contains.",
      ),
  }),
);

const sequenceResourceSchema = shape(
  "SharedDraftSequence",
  "The number of an appended change.",
  z.object({ sequence: z.int() }),
);

const saveSchema = shape(
  "SharedDraftSave",
  "The text of a shared draft as of a change. The state replaces the changes up to it.",
  z.object({
    ...textFields,
    draftId: idSchema,
    sequence: sequenceSchema.describe("The newest change that the text and the state contain."),
    state: stateSchema.describe("The Yjs document, in base64. At most 8 MiB."),
  }),
);

const summary = {
  id: "shd_1",
  pageId: "pag_1",
  format: "1",
  revisionId: "rev_7",
  sequence: 3,
  updatedAt: "2026-01-15T09:30:00.000Z",
};
const text = { title: "Getting started", markdown: "# Getting started\n\nFirst, " };
const draft: SharedDraft = { ...summary, ...text };
const start: SharedDraftStart = { ...text, format: "1", revisionId: "rev_7", state: "AAA=" };
const changes: SharedDraftChanges = { ...summary, updates: [{ sequence: 3, content: "AAA=" }] };
const change: SharedDraftChange = { draftId: "shd_1", after: 2, content: "AAA=" };
const save: SharedDraftSave = { ...text, draftId: "shd_1", sequence: 3, state: "AAA=" };

/** Operations for drafts that several people edit together. */
export const sharedDraftOperations = defineOperations(
  {
    getSharedDraft: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
      tag: "Content",
      summary: "Read the text of a page's shared draft, if there is one",
      access: "administrator",
      roles: everyMember,
      query: locationQuerySchema,
      response: readingSchema,
      example: { response: { draft } },
    }),
    startSharedDraft: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
      tag: "Content",
      summary: "Start a page's shared draft, or return the existing one",
      access: "administrator",
      roles: editors,
      audit: false,
      body: startSchema,
      maxBodyBytes: contentLimits.sharedBodyBytes,
      query: locationQuerySchema,
      response: draftSchema,
      errors: ["conflict"],
      example: { body: start, response: draft },
    }),
    saveSharedDraft: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
      tag: "Content",
      summary: "Save the text of a page's shared draft",
      access: "administrator",
      roles: editors,
      audit: false,
      query: locationQuerySchema,
      body: saveSchema,
      maxBodyBytes: contentLimits.sharedBodyBytes,
      errors: ["conflict"],
      example: { body: save },
    }),
    getSharedDraftChanges: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes",
      tag: "Content",
      summary: "Read the changes of a page's shared draft, if there is one",
      access: "administrator",
      roles: everyMember,
      query: changesQuerySchema,
      response: changesReadingSchema,
      example: { query: { after: 2 }, response: { draft: changes } },
    }),
    appendSharedDraftChange: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes",
      tag: "Content",
      summary: "Append a change to a page's shared draft",
      access: "administrator",
      roles: editors,
      audit: false,
      body: changeSchema,
      maxBodyBytes: contentLimits.sharedChangeBodyBytes,
      query: locationQuerySchema,
      response: sequenceResourceSchema,
      errors: ["conflict", "precondition_failed"],
      example: { body: change, response: { sequence: 3 } },
    }),
  },
  pathParameters,
);
