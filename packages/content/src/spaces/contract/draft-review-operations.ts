import {
  authorSchema,
  defineOperations,
  editors,
  everyMember,
  limits,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import type { DraftReview, DraftReviewRequest, DraftReviewSummary } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";

const idSchema = z.string().min(1).max(limits.identifierLength);
const outcomeSchema = z.enum(["approved", "changes-requested"]);
/** The decision about a review. */
export const reviewDecisionField = z
  .object({
    outcome: outcomeSchema,
    reviewer: authorSchema,
    comment: z.string().optional(),
    decidedAt: z.iso.datetime(),
  })
  .optional()
  .describe("Not set while the review is open.");

const summaryFields = {
  id: z.string(),
  pageId: z.string(),
  draftId: z.string().describe("The reviewed shared draft."),
  sequence: z.int().describe("The draft's newest change when the review was requested."),
  revisionId: z.string().describe("The page revision that the text is based on."),
  title: z.string().describe("The page's title in the draft."),
  requestedBy: authorSchema,
  requestedAt: z.iso.datetime(),
  isCurrent: z
    .boolean()
    .describe("False once the draft or the page has changed, which withdraws an approval."),
  decision: reviewDecisionField,
};

const summarySchema = shape(
  "DraftReviewSummary",
  "The review of a page's shared draft, without the reviewed text.",
  z.object(summaryFields),
);

const reviewSchema = shape(
  "DraftReview",
  "The review of a page's shared draft.",
  z.object({
    ...summaryFields,
    markdown: z.string().describe("The reviewed text, which is published unchanged."),
    isAuthor: z
      .boolean()
      .describe("Whether the caller changed the draft or requested the review, and so can't approve it."),
  }),
);

const readingSchema = shape(
  "DraftReviewReading",
  "The review of a page's shared draft, if there is one.",
  z.object({ review: reviewSchema.optional() }),
);

/** The fields of a text to review. */
export const reviewedTextFields = {
  draftId: idSchema,
  sequence: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .describe("The newest change that the text contains. There must be no newer one."),
  title: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(contentLimits.titleLength)
    .describe("At most 200 characters."),
  markdown: z.string().max(contentLimits.markdownLength).describe("At most a million characters."),
};

const requestSchema = shape("DraftReviewRequest", "The text to review.", z.object(reviewedTextFields));

/** A reviewer's decision. */
export const reviewDecisionSchema = shape(
  "DraftReviewDecision",
  "A reviewer's decision.",
  z
    .object({
      reviewId: idSchema,
      outcome: outcomeSchema,
      comment: z
        .string()
        .trim()
        .max(contentLimits.commentLength)
        .optional()
        .describe("Plain text of at most 5,000 characters. Required to ask for changes."),
    })
    .refine(({ outcome, comment = "" }) => outcome === "approved" || comment !== "", {
      path: ["comment"],
      error: "must say what to change",
    }),
);

const summary: DraftReviewSummary = {
  id: "rvw_1",
  pageId: "pag_1",
  draftId: "shd_1",
  sequence: 3,
  revisionId: "rev_7",
  title: "Getting started",
  requestedBy: { type: "member", id: "usr_1", name: "Ada" },
  requestedAt: "2026-01-15T09:30:00.000Z",
  isCurrent: true,
};
const markdown = "# Getting started\n\nFirst, ";
const review: DraftReview = { ...summary, markdown, isAuthor: false };
const request: DraftReviewRequest = {
  draftId: "shd_1",
  sequence: 3,
  title: "Getting started",
  markdown,
};
const decided: DraftReview = {
  ...review,
  decision: {
    outcome: "changes-requested",
    reviewer: { type: "member", id: "usr_2", name: "Bea" },
    comment: "Name the first step.",
    decidedAt: "2026-01-15T10:00:00.000Z",
  },
};

/** Operations for reviews of shared drafts. */
export const draftReviewOperations = defineOperations(
  {
    listDraftReviews: operation({
      method: "GET",
      path: "/spaces/{spaceId}/draft-reviews",
      tag: "Content",
      summary: "List the reviews of a space's shared drafts",
      access: "administrator",
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(summarySchema),
      example: { response: { items: [summary] } },
    }),
    getDraftReview: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
      tag: "Content",
      summary: "Read the review of a page's shared draft, if there is one",
      access: "administrator",
      roles: everyMember,
      response: readingSchema,
      example: { response: { review } },
    }),
    requestDraftReview: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
      tag: "Content",
      summary: "Send a page's shared draft for review, which replaces its earlier review",
      access: "administrator",
      roles: editors,
      body: requestSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
      response: reviewSchema,
      errors: ["precondition_failed"],
      example: { body: request, response: review },
    }),
    decideDraftReview: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/draft-review/decision",
      tag: "Content",
      summary: "Approve a page's shared draft as another person, or ask for changes",
      access: "administrator",
      roles: editors,
      body: reviewDecisionSchema,
      response: reviewSchema,
      errors: ["precondition_failed"],
      example: {
        body: { reviewId: "rvw_1", outcome: "changes-requested", comment: "Name the first step." },
        response: decided,
      },
    }),
    cancelDraftReview: operation({
      method: "DELETE",
      path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
      tag: "Content",
      summary: "End the review of a page's shared draft",
      access: "administrator",
      roles: editors,
      example: {},
    }),
  },
  pathParameters,
);
