import * as z from "zod";
import { atMost } from "./at-most.ts";
import { scopeNameSchema } from "../vocabulary/vocabulary-schemas.ts";
import { developers, managers, noMember } from "./callers.ts";
import { installationExample, installationSchema } from "./installation-resource.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQueryFields, pageOf } from "./page.ts";
import type { IntegrationReviewResource, Consent } from "./types.ts";
import { shape } from "./shape.ts";

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const status = z.enum(["submitted", "approved", "rejected"]);

const reviewSchema = shape(
  "IntegrationReviewResource",
  "A submission for listing an integration publicly, and its outcome.",
  z.object({
    id: z.string(),
    organization: z.string(),
    integration: z.string(),
    version: z.int(),
    scopes: z.array(scopeNameSchema),
    status,
    reason: z.string().optional().describe("Why it was rejected."),
    createdAt: time,
    decidedAt: time.optional(),
  }),
);

const querySchema = shape(
  "IntegrationReviewQuery",
  "Filters of submissions.",
  z.object({
    ...organizationQueryFields,
    integration: identifier.meta({ description: "Only submissions of this integration." }).optional(),
    status: status.meta({ description: "Only submissions with this status." }).optional(),
  }),
);

const rejectionSchema = shape(
  "IntegrationRejection",
  "A rejection of a submission.",
  z.object({
    reason: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(limits.problemLength)
      .describe(atMost(limits.problemLength, "characters")),
  }),
);

const shareLinkSchema = shape(
  "ShareLink",
  "A link for seeing and installing an unlisted integration from other organizations.",
  z.object({ url: z.url() }),
);

const consentSchema = shape(
  "Consent",
  "An organization's consent to scopes.",
  z.object({
    scopes: z
      .array(scopeNameSchema)
      .max(limits.pageItems)
      .describe(
        "The scopes shown to the person who consents: at least those that the installation's integration requests.",
      ),
  }),
);

const review: IntegrationReviewResource = {
  id: "rvw_1",
  organization: "org_1",
  integration: "content-digest",
  version: 3,
  scopes: ["issues:read"],
  status: "submitted",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const consent: Consent = { scopes: ["issues:read"] };
const shareLink = { url: "https://docs.example/integrations/content-digest?share=pbs_0f9sJ2kQ" };
const rejection = { reason: "Explain in the description why you need the scopes." };

/** Operations for the visibility of integrations and the permissions of installations. */
export const visibilityOperations = defineOperations({
  submitIntegration: operation({
    method: "POST",
    path: "/integrations/{integration}/reviews",
    tag: "Integrations",
    summary: "Submit a public integration for review; once approved, it is listed for every organization",
    access: "administrator",
    roles: developers,
    status: 201,
    response: reviewSchema,
    errors: ["conflict"],
    example: { response: review },
  }),
  listIntegrationReviews: operation({
    method: "GET",
    path: "/integration-reviews",
    tag: "Integrations",
    summary: "List integration submissions with their decisions",
    access: "administrator",
    roles: developers,
    withoutSupportAccess: true,
    query: querySchema,
    response: pageOf(reviewSchema),
    example: { query: { status: "submitted" }, response: { items: [review] } },
  }),
  approveIntegration: operation({
    method: "POST",
    path: "/integration-reviews/{reviewId}/approve",
    tag: "Integrations",
    summary: "Approve a submission; later versions stay listed unless they request more scopes",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    response: reviewSchema,
    errors: ["conflict"],
    example: { response: { ...review, status: "approved", decidedAt: "2026-01-15T10:30:00.000Z" } },
  }),
  rejectIntegration: operation({
    method: "POST",
    path: "/integration-reviews/{reviewId}/reject",
    tag: "Integrations",
    summary: "Reject a submission with a reason",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    body: rejectionSchema,
    response: reviewSchema,
    errors: ["conflict"],
    example: {
      body: rejection,
      response: { ...review, status: "rejected", ...rejection, decidedAt: "2026-01-15T10:30:00.000Z" },
    },
  }),
  getShareLink: operation({
    method: "GET",
    path: "/integrations/{integration}/share-link",
    tag: "Integrations",
    summary: "Read the share link for installing an unlisted integration in other organizations",
    access: "administrator",
    roles: developers,
    response: shareLinkSchema,
    example: { response: shareLink },
  }),
  rotateShareLink: operation({
    method: "POST",
    path: "/integrations/{integration}/share-link/rotate",
    tag: "Integrations",
    summary: "Replace an unlisted integration's share link; the old one stops working immediately",
    access: "administrator",
    roles: developers,
    response: shareLinkSchema,
    example: { response: shareLink },
  }),
  consentToInstallation: operation({
    method: "POST",
    path: "/installations/{installationId}/consent",
    tag: "Installations",
    summary: "Grant the scopes that a new version of an installation's integration requests",
    access: "administrator",
    roles: managers,
    body: consentSchema,
    response: installationSchema,
    errors: ["conflict"],
    example: { body: consent, response: installationExample },
  }),
});
