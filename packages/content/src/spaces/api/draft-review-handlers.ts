import { defineFeature, type Feature } from "@plugboard/platform";
import { authorKey, authorOf, cutPage, isoTime, keysetOf, showPage } from "@plugboard/platform/product";
import type { RevisionAuthor } from "@plugboard/api/client";
import type { DraftReview, DraftReviewSummary } from "../../client/types.ts";
import { getSpace } from "../content.ts";
import { draftReviewOperations } from "../contract/draft-review-operations.ts";
import {
  cancelReview,
  decideReview,
  getReview,
  listReviews,
  requestReview,
  type Review,
  type ReviewSummary,
} from "../draft-reviews.ts";
import { requirePerson } from "./require-person.ts";

export const draftReviewFeature: Feature = defineFeature(draftReviewOperations, (platform) => ({
  listDraftReviews: async ({ params: { spaceId }, query }) => {
    await getSpace(platform, spaceId);
    const reviews = await listReviews(platform, spaceId, keysetOf(query));
    return await showPage(
      cutPage(reviews, ({ pageId }) => pageId, query),
      toSummary,
    );
  },
  getDraftReview: async ({ params, caller }) => {
    const review = await getReview(platform, params);
    return review === undefined ? {} : { review: toReview(review, authorOf(caller)) };
  },
  requestDraftReview: async ({ params, body, caller }) => {
    const author = requirePerson(caller);
    return toReview(await requestReview(platform, params, { ...body, author }), author);
  },
  decideDraftReview: async ({ params, body, caller }) => {
    const reviewer = requirePerson(caller);
    return toReview(await decideReview(platform, params, { ...body, reviewer }), reviewer);
  },
  cancelDraftReview: async ({ params }) => await cancelReview(platform, params),
}));

function toSummary({ requestedAt, decision, ...review }: ReviewSummary): DraftReviewSummary {
  return {
    ...review,
    requestedAt: isoTime(requestedAt),
    decision: decision && { ...decision, decidedAt: isoTime(decision.decidedAt) },
  };
}

function toReview({ markdown, authors, ...summary }: Review, caller: RevisionAuthor): DraftReview {
  return { ...toSummary(summary), markdown, isAuthor: authors.includes(authorKey(caller)) };
}
