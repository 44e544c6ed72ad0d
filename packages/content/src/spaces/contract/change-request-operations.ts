import {
  authorSchema,
  defineOperations,
  editors,
  everyMember,
  limits,
  operation,
  pageOf,
  pageQueryFields,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import type { ChangeRequest, ChangeRequestChange } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";
import { reviewDecisionField, reviewDecisionSchema, reviewedTextFields } from "./draft-review-operations.ts";
import { pathSchema, titleSchema } from "./name-schemas.ts";

const idSchema = z.string().min(1).max(limits.identifierLength);
const statusSchema = z.enum(["open", "merged", "closed"]);
const descriptionSchema = z
  .string()
  .trim()
  .max(contentLimits.descriptionLength)
  .describe("Plain text of at most 5,000 characters.");

const pageStateSchema = z
  .enum(["draft", "ready", "outdated", "deleted"])
  .describe(
    "`draft`: the newest text isn't part of the review. `ready`: it is. `outdated`: the page was published with other changes, which the draft must merge. `deleted`: the page was deleted.",
  );

const resourceSchema = shape(
  "ChangeRequest",
  "A set of shared drafts of a space's pages that are reviewed and published together.",
  z.object({
    id: z.string(),
    spaceId: z.string(),
    title: z.string(),
    description: z.string(),
    status: statusSchema,
    author: authorSchema,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    revisionId: z.string().optional().describe("The revision that published it."),
    pages: z.array(
      shape(
        "ChangeRequestPage",
        "A page of a change request.",
        z.object({
          pageId: z.string(),
          title: z.string().describe("The title in the draft."),
          draftId: z.string(),
          sequence: z.int().describe("The draft's newest change."),
          state: pageStateSchema,
        }),
      ),
    ),
    structure: z
      .array(
        shape(
          "ChangeRequestStructure",
          "A page that a change request moves or deletes, or the place of a page without published text.",
          z.object({
            pageId: z.string(),
            title: z.string(),
            change: z.enum(["created", "moved", "deleted"]),
            from: z
              .object({ path: z.string(), parentId: z.string().optional() })
              .optional()
              .describe(
                "The current place. Not set if the page was created in the change request, or deleted.",
              ),
            to: z
              .object({
                path: z.string(),
                parentId: z.string().optional().describe("Not set at the top level."),
                afterId: z.string().optional().describe("The previous sibling. Not set for the first one."),
              })
              .optional()
              .describe("The place after the publication. Not set for deleted pages."),
            pages: z.int().optional().describe("The number of deleted pages: this one and those below it."),
            problem: z.string().optional().describe("Why the change request can't be published."),
          }),
        ),
      )
      .describe("The changes to the tree of pages."),
    review: shape(
      "ChangeRequestReview",
      "The review of a change request's pages.",
      z.object({
        id: z.string(),
        requestedBy: authorSchema,
        requestedAt: z.iso.datetime(),
        isCurrent: z
          .boolean()
          .describe("False once a draft, a page or a planned move has changed, which withdraws an approval."),
        decision: reviewDecisionField,
      }),
    ).optional(),
    isAuthor: z
      .boolean()
      .describe("Whether the caller changed a draft or requested the review, and so can't approve it."),
  }),
);

const changeSchema = shape(
  "ChangeRequestChange",
  "The changes to one page in a change request.",
  z.object({
    pageId: z.string(),
    title: z.string().describe("The title in the draft."),
    state: pageStateSchema,
    reviewId: z
      .string()
      .optional()
      .describe("The review whose text is compared. Not set for the draft's last saved text."),
    changes: z.array(z.enum(["created", "renamed", "edited"])),
    patch: z
      .string()
      .optional()
      .describe("The Markdown changes as a unified diff. Not set if there are none or too many."),
  }),
);

const listQuerySchema = shape(
  "ChangeRequestQuery",
  "Filters of a space's change requests.",
  z.object({ ...pageQueryFields, status: statusSchema.optional() }),
);

const creationSchema = shape(
  "ChangeRequestCreation",
  "A new change request.",
  z.object({
    title: titleSchema.describe("At most 200 characters."),
    description: descriptionSchema.optional(),
  }),
);

const updateSchema = shape(
  "ChangeRequestUpdate",
  "Changes to a change request. At least one field is required.",
  z
    .object({
      title: titleSchema.optional().describe("At most 200 characters."),
      description: descriptionSchema.optional(),
      status: z
        .enum(["open", "closed"])
        .optional()
        .describe(
          "A closed change request keeps its drafts, which can't change until it is open again. It is deleted with them 30 days after its last change.",
        ),
    })
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: "must change at least one of: title, description, status",
    })
    .meta({ minProperties: 1 }),
);

const additionSchema = shape(
  "ChangeRequestAddition",
  "A page whose shared draft is moved into a change request.",
  z.object({ pageId: idSchema }),
);

const planSchema = shape(
  "PagePlan",
  "The change to a page's place or path when a change request is published, or its deletion.",
  z
    .object({
      delete: z.literal(true).optional().describe("Deletes the page with its subpages."),
      parentId: idSchema
        .nullable()
        .optional()
        .describe("The new parent page; `null` for the top level. Defaults to the current place."),
      position: z
        .int()
        .min(0)
        .max(contentLimits.spacePages)
        .optional()
        .describe("Position among its siblings, from 0. Defaults to the last position."),
      path: pathSchema.optional().describe("Defaults to the current path."),
    })
    .refine(({ delete: isDeleted, parentId, position, path }) => {
      const isPlaced = parentId !== undefined || path !== undefined;
      return isDeleted === true
        ? !isPlaced && position === undefined
        : isPlaced && (position === undefined || parentId !== undefined);
    }, "must have either delete, or a parentId, a path or both; a position needs a parentId"),
);

const reviewRequestSchema = shape(
  "ChangeRequestReviewRequest",
  "The texts to review: one for each page of the change request that has a draft.",
  z.object({
    pages: z
      .array(
        shape(
          "ChangeRequestText",
          "The text of a page to review.",
          z.object({ pageId: idSchema, ...reviewedTextFields }),
        ),
      )
      .max(contentLimits.changeRequestPages),
  }),
);

const publicationSchema = shape(
  "ChangeRequestPublication",
  "The review whose texts are published.",
  z.object({ reviewId: idSchema }),
);

const changeRequest: ChangeRequest = {
  id: "crq_1",
  spaceId: "spc_1",
  title: "Describe version 2",
  description: "",
  status: "open",
  author: { type: "member", id: "usr_1", name: "Ada" },
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
  pages: [{ pageId: "pag_1", title: "Getting started", draftId: "shd_1", sequence: 3, state: "ready" }],
  review: {
    id: "rvw_1",
    requestedBy: { type: "member", id: "usr_1", name: "Ada" },
    requestedAt: "2026-01-15T09:30:00.000Z",
    isCurrent: true,
  },
  structure: [
    {
      pageId: "pag_2",
      title: "Install",
      change: "moved",
      from: { path: "install" },
      to: { path: "setup", parentId: "pag_1" },
    },
  ],
  isAuthor: false,
};
const empty: ChangeRequest = { ...changeRequest, pages: [], structure: [], review: undefined };
const change: ChangeRequestChange = {
  pageId: "pag_1",
  title: "Getting started",
  state: "ready",
  changes: ["edited"],
  patch: "@@ -1,1 +1,1 @@\n-# Start\n+# Getting started\n",
};

/** Operations for change requests. */
export const changeRequestOperations = defineOperations(
  {
    listChangeRequests: operation({
      method: "GET",
      path: "/spaces/{spaceId}/change-requests",
      tag: "Content",
      summary: "List the change requests of a space, newest first",
      access: "administrator",
      roles: everyMember,
      query: listQuerySchema,
      response: pageOf(resourceSchema),
      example: { query: { status: "open" }, response: { items: [changeRequest] } },
    }),
    createChangeRequest: operation({
      method: "POST",
      path: "/spaces/{spaceId}/change-requests",
      tag: "Content",
      summary: "Create a change request, to review and publish several pages together",
      access: "administrator",
      roles: editors,
      body: creationSchema,
      status: 201,
      response: resourceSchema,
      idempotent: true,
      errors: ["conflict"],
      example: { body: { title: "Describe version 2" }, response: empty },
    }),
    getChangeRequest: operation({
      method: "GET",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
      tag: "Content",
      summary: "Read a change request with the state of its pages and its review",
      access: "administrator",
      roles: everyMember,
      response: resourceSchema,
      example: { response: changeRequest },
    }),
    updateChangeRequest: operation({
      method: "PATCH",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
      tag: "Content",
      summary: "Rename, describe, close or open a change request",
      access: "administrator",
      roles: editors,
      body: updateSchema,
      response: resourceSchema,
      errors: ["conflict"],
      example: { body: { status: "closed" }, response: { ...changeRequest, status: "closed" } },
    }),
    listChangeRequestChanges: operation({
      method: "GET",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/changes",
      tag: "Content",
      summary: "List the changed pages of a change request, with text diffs",
      access: "administrator",
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(changeSchema),
      example: { response: { items: [change] } },
    }),
    addChangeRequestPage: operation({
      method: "POST",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages",
      tag: "Content",
      summary: "Move a page's shared draft into a change request",
      access: "administrator",
      roles: editors,
      body: additionSchema,
      response: resourceSchema,
      errors: ["conflict"],
      example: { body: { pageId: "pag_1" }, response: changeRequest },
    }),
    removeChangeRequestPage: operation({
      method: "DELETE",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}",
      tag: "Content",
      summary: "Move a draft out of a change request: it becomes the page's own shared draft",
      access: "administrator",
      roles: editors,
      response: resourceSchema,
      errors: ["conflict"],
      example: { response: empty },
    }),
    planChangeRequestPage: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}",
      tag: "Content",
      summary: "Plan to move or delete a page, or to change its path, when a change request is published",
      access: "administrator",
      roles: editors,
      body: planSchema,
      response: resourceSchema,
      errors: ["conflict"],
      example: { body: { parentId: "pag_2", path: "setup" }, response: changeRequest },
    }),
    cancelChangeRequestPlan: operation({
      method: "DELETE",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}",
      tag: "Content",
      summary: "Leave a page where it is when a change request is published",
      access: "administrator",
      roles: editors,
      response: resourceSchema,
      errors: ["conflict"],
      example: { response: empty },
    }),
    requestChangeRequestReview: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review",
      tag: "Content",
      summary: "Send all pages of a change request for review, which replaces its earlier review",
      access: "administrator",
      roles: editors,
      body: reviewRequestSchema,
      maxBodyBytes: contentLimits.changeRequestBodyBytes,
      response: resourceSchema,
      errors: ["conflict", "precondition_failed"],
      example: {
        body: {
          pages: [
            {
              pageId: "pag_1",
              draftId: "shd_1",
              sequence: 3,
              title: "Getting started",
              markdown: "# Getting started\n",
            },
          ],
        },
        response: changeRequest,
      },
    }),
    decideChangeRequest: operation({
      method: "POST",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review/decision",
      tag: "Content",
      summary: "Approve a change request as another person, or ask for changes",
      access: "administrator",
      roles: editors,
      body: reviewDecisionSchema,
      response: resourceSchema,
      errors: ["conflict", "precondition_failed"],
      example: {
        body: { reviewId: "rvw_1", outcome: "changes-requested", comment: "Name the first step." },
        response: changeRequest,
      },
    }),
    publishChangeRequest: operation({
      method: "POST",
      path: "/spaces/{spaceId}/change-requests/{changeRequestId}/publish",
      tag: "Content",
      summary: "Publish all pages of a change request as one revision; emits space_content_updated",
      access: "administrator",
      roles: editors,
      body: publicationSchema,
      response: resourceSchema,
      errors: ["conflict", "precondition_failed"],
      emits: "one",
      example: {
        body: { reviewId: "rvw_1" },
        response: { ...empty, status: "merged", revisionId: "rev_8" },
      },
    }),
  },
  pathParameters,
);
