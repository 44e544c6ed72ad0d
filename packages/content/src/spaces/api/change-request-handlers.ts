import type { RevisionAuthor } from "@plugboard/api/client";
import { defineFeature, type Feature } from "@plugboard/platform";
import { authorKey, authorOf, cutPage, isoTime, keysetOf, showPage } from "@plugboard/platform/product";
import type { ChangeRequest as ChangeRequestResource } from "../../client/types.ts";
import { listChangeRequestChanges } from "../change-request-changes.ts";
import { createChangeRequest, updateChangeRequest } from "../change-requests.ts";
import { planPage, cancelPlan } from "../plan-change-request.ts";
import { addToChangeRequest, removeFromChangeRequest } from "../move-draft.ts";
import { type ChangeRequest, getChangeRequest, listChangeRequests } from "../read-change-requests.ts";
import {
  decideChangeRequest,
  publishChangeRequest,
  requestChangeRequestReview,
} from "../review-change-request.ts";
import { getSpace } from "../content.ts";
import { changeRequestOperations } from "../contract/change-request-operations.ts";
import { requirePerson } from "./require-person.ts";

export const changeRequestFeature: Feature = defineFeature(changeRequestOperations, (platform) => ({
  listChangeRequests: async ({ params: { spaceId }, query, caller }) => {
    await getSpace(platform, spaceId);
    const found = await listChangeRequests(platform, spaceId, { ...keysetOf(query), status: query.status });
    return await showPage(
      cutPage(found, ({ id }) => id, query),
      (each) => toResource(each, authorOf(caller)),
    );
  },
  createChangeRequest: async ({ params: { spaceId }, body, caller, idempotencyKey }) => {
    const author = authorOf(caller);
    const created = { ...body, author, idempotencyKey };
    return toResource(await createChangeRequest(platform, spaceId, created), author);
  },
  getChangeRequest: async ({ params, caller }) =>
    toResource(await getChangeRequest(platform, params), authorOf(caller)),
  updateChangeRequest: async ({ params, body, caller }) =>
    toResource(await updateChangeRequest(platform, params, body), authorOf(caller)),
  listChangeRequestChanges: async ({ params, query }) =>
    await listChangeRequestChanges(platform, params, query),
  addChangeRequestPage: async ({ params, body: { pageId }, caller }) =>
    toResource(await addToChangeRequest(platform, params, pageId), authorOf(caller)),
  removeChangeRequestPage: async ({ params: { pageId, ...location }, caller }) =>
    toResource(await removeFromChangeRequest(platform, location, pageId), authorOf(caller)),
  planChangeRequestPage: async ({ params: { pageId, ...location }, body, caller }) => {
    const author = authorOf(caller);
    return toResource(await planPage(platform, location, pageId, body, author), author);
  },
  cancelChangeRequestPlan: async ({ params: { pageId, ...location }, caller }) =>
    toResource(await cancelPlan(platform, location, pageId), authorOf(caller)),
  requestChangeRequestReview: async ({ params, body: { pages }, caller }) => {
    const author = requirePerson(caller);
    return toResource(await requestChangeRequestReview(platform, params, pages, author), author);
  },
  decideChangeRequest: async ({ params, body, caller }) => {
    const reviewer = requirePerson(caller);
    return toResource(await decideChangeRequest(platform, params, { ...body, reviewer }), reviewer);
  },
  publishChangeRequest: async ({ params, body: { reviewId }, caller }) => {
    const author = authorOf(caller);
    return toResource(await publishChangeRequest(platform, params, { reviewId, author }), author);
  },
}));

function toResource(
  { createdAt, updatedAt, review, contributors, ...rest }: ChangeRequest,
  caller: RevisionAuthor,
): ChangeRequestResource {
  return {
    ...rest,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    review: review && {
      ...review,
      requestedAt: isoTime(review.requestedAt),
      decision: review.decision && { ...review.decision, decidedAt: isoTime(review.decision.decidedAt) },
    },
    isAuthor: contributors.includes(authorKey(caller)),
  };
}
