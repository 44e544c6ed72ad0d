import type { IntegrationReviewResource, ShareLink } from "@plugboard/api/client";
import { visibilityOperations } from "@plugboard/api/contract";
import { consentToInstallation } from "../../installations/consent.ts";
import { getInstallation } from "../../installations/installations.ts";
import {
  decideReview,
  type IntegrationReview,
  listIntegrationReviews,
  submitIntegration,
} from "../reviews.ts";
import { getShareToken, rotateShareToken } from "../share-links.ts";
import { showInstallation } from "../../installations/api/installation-resource.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, keysetOf, showPage } from "../../operations/paginate.ts";

export const visibilityFeature: Feature = defineFeature(visibilityOperations, (platform) => {
  const toLink = (integration: string, token: string): ShareLink => ({
    url: `${platform.urls.console}/integrations/${encodeURIComponent(integration)}?share=${token}`,
  });
  return {
    submitIntegration: async ({ params: { integration } }) =>
      toResource(await submitIntegration(platform, integration)),
    listIntegrationReviews: async ({ query, organizations: { allowed: organizations } }) => {
      const { integration, status } = query;
      const reviews = await listIntegrationReviews(platform, {
        organizations,
        integration,
        status,
        ...keysetOf(query),
      });
      return await showPage(
        cutPage(reviews, ({ id }) => id, query),
        toResource,
      );
    },
    approveIntegration: async ({ params: { reviewId } }) =>
      toResource(await decideReview(platform, reviewId, { status: "approved" })),
    rejectIntegration: async ({ params: { reviewId }, body: { reason } }) =>
      toResource(await decideReview(platform, reviewId, { status: "rejected", reason })),
    getShareLink: async ({ params: { integration } }) =>
      toLink(integration, await getShareToken(platform, integration)),
    rotateShareLink: async ({ params: { integration } }) =>
      toLink(integration, await rotateShareToken(platform, integration)),
    consentToInstallation: async ({ params: { installationId }, body: { scopes }, caller }) => {
      await consentToInstallation(platform, installationId, scopes);
      return await showInstallation(platform, await getInstallation(platform, installationId), caller);
    },
  };
});

function toResource({
  organizationId,
  createdAt,
  decidedAt,
  ...review
}: IntegrationReview): IntegrationReviewResource {
  return {
    ...review,
    organization: organizationId,
    createdAt: isoTime(createdAt),
    decidedAt: optionalIsoTime(decidedAt),
  };
}
