import * as z from "zod";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { developers, managers, noMember } from "./callers.ts";
import { installationExample, installationSchema } from "./installation-resource.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type OrganizationQuery, organizationQueryFields, pageOf } from "./page.ts";

/** A submission of an integration to the list that every organization sees, and what became of it. */
export interface IntegrationReviewResource {
  readonly id: string;
  readonly organization: string;
  readonly integration: string;
  readonly version: number;
  readonly scopes: readonly Scope[];
  readonly status: "submitted" | "approved" | "refused";
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly decidedAt?: string | undefined;
}

/** Which submissions to list. */
export interface IntegrationReviewQuery extends OrganizationQuery {
  readonly integration?: string | undefined;
  readonly status?: IntegrationReviewResource["status"] | undefined;
}

/** Why a submission is refused. */
export interface IntegrationRefusal {
  /** At most 300 characters. */
  readonly reason: string;
}

/** The link with which other organizations see and install an integration that is not listed. */
export interface ShareLink {
  readonly url: string;
}

/** What an organization lets an installation do. */
export interface Consent {
  /** The scopes that whoever consents has seen: at least those that the installation's integration asks for. */
  readonly scopes: readonly Scope[];
}

/** The spaces of its organization that an installation may be in; a site counts as its space. */
export type SpaceSelection =
  | { readonly type: "all" }
  | {
      readonly type: "selected";
      /** Identifiers of spaces, at most 100. */
      readonly spaces: readonly string[];
    };

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const status = z.enum(["submitted", "approved", "refused"]);

const reviewSchema: z.ZodType<IntegrationReviewResource> = z.object({
  id: z.string(),
  organization: z.string(),
  integration: z.string(),
  version: z.int(),
  scopes: z.array(z.enum(scopes)),
  status,
  reason: z.string().optional(),
  createdAt: time,
  decidedAt: time.optional(),
});

const querySchema: z.ZodType<IntegrationReviewQuery, IntegrationReviewQuery> = z.object({
  ...organizationQueryFields,
  integration: identifier.meta({ description: "Only submissions of this integration." }).optional(),
  status: status.meta({ description: "Only submissions with this status." }).optional(),
});

const refusalSchema: z.ZodType<IntegrationRefusal, IntegrationRefusal> = z.object({
  reason: z.string().trim().min(1, "must not be empty").max(limits.problemLength),
});

const shareLinkSchema: z.ZodType<ShareLink> = z.object({ url: z.url() });

const consentSchema: z.ZodType<Consent, Consent> = z.object({
  scopes: z.array(z.enum(scopes)).max(scopes.length),
});

const selectionSchema: z.ZodType<SpaceSelection, SpaceSelection> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("all") }),
  z.object({ type: z.literal("selected"), spaces: z.array(identifier).max(limits.pageItems) }),
]);

const review: IntegrationReviewResource = {
  id: "rvw_1",
  organization: "org_1",
  integration: "content-digest",
  version: 3,
  scopes: ["space:content:read"],
  status: "submitted",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const consent: Consent = { scopes: ["space:content:read"] };
const selectionShown = { type: "selected" as const, spaces: ["spc_1"] };
const selection: SpaceSelection = selectionShown;
const shareLink = { url: "https://docs.example/integrations/content-digest?share=pbs_0f9sJ2kQ" };
const refusal = { reason: "Say in the description what the scopes are for." };

/** Schemas of this file that the OpenAPI document names. */
export const visibilitySchemas = {
  IntegrationReview: reviewSchema,
  IntegrationRefusal: refusalSchema,
  ShareLink: shareLinkSchema,
  Consent: consentSchema,
  SpaceSelection: selectionSchema,
};

/** Who sees an integration, and what it may do where it is installed. */
export const visibilityOperations = defineOperations({
  submitIntegration: operation({
    method: "POST",
    path: "/integrations/{integration}/reviews",
    tag: "Integrations",
    summary: "Submit a public integration for review; approved, every organization sees it",
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
    summary: "List submissions of integrations, with what was decided",
    access: "administrator",
    roles: developers,
    withoutEntry: true,
    query: querySchema,
    response: pageOf(reviewSchema),
    example: { query: { status: "submitted" }, response: { items: [review] } },
  }),
  approveIntegration: operation({
    method: "POST",
    path: "/integration-reviews/{reviewId}/approve",
    tag: "Integrations",
    summary: "Approve a submission; later versions are listed too while they ask for no more scopes",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    response: reviewSchema,
    errors: ["conflict"],
    example: { response: { ...review, status: "approved", decidedAt: "2026-01-15T10:30:00.000Z" } },
  }),
  refuseIntegration: operation({
    method: "POST",
    path: "/integration-reviews/{reviewId}/refuse",
    tag: "Integrations",
    summary: "Refuse a submission, with a reason",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    body: refusalSchema,
    response: reviewSchema,
    errors: ["conflict"],
    example: {
      body: refusal,
      response: { ...review, status: "refused", ...refusal, decidedAt: "2026-01-15T10:30:00.000Z" },
    },
  }),
  getShareLink: operation({
    method: "GET",
    path: "/integrations/{integration}/share-link",
    tag: "Integrations",
    summary: "Read the link with which other organizations install an unlisted integration",
    access: "administrator",
    roles: developers,
    response: shareLinkSchema,
    example: { response: shareLink },
  }),
  rotateShareLink: operation({
    method: "POST",
    path: "/integrations/{integration}/share-link/rotate",
    tag: "Integrations",
    summary: "Replace the link of an unlisted integration; the old one ends at once",
    access: "administrator",
    roles: developers,
    response: shareLinkSchema,
    example: { response: shareLink },
  }),
  consentToInstallation: operation({
    method: "POST",
    path: "/installations/{installationId}/consent",
    tag: "Installations",
    summary: "Consent to scopes that a new version of an installation's integration asks for",
    access: "administrator",
    roles: managers,
    body: consentSchema,
    response: installationSchema,
    errors: ["conflict"],
    example: { body: consent, response: installationExample },
  }),
  selectSpaces: operation({
    method: "PUT",
    path: "/installations/{installationId}/space-selection",
    tag: "Installations",
    summary: "Choose the spaces that an installation may be in, or let it be in all",
    access: "administrator",
    roles: managers,
    body: selectionSchema,
    response: installationSchema,
    errors: ["conflict"],
    example: { body: selection, response: { ...installationExample, space_selection: selectionShown } },
  }),
});
