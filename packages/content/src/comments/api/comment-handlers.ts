import { defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, isoTime, optionalIsoTime, paginate, showPage } from "@plugboard/platform/product";
import {
  deleteThread,
  listThreads,
  replyToThread,
  resolveThread,
  startThread,
  type Thread,
} from "../comments.ts";
import { commentOperations } from "../contract/comment-operations.ts";

export const commentFeature: Feature = defineFeature(commentOperations, (platform) => ({
  listComments: async ({ params, query }) =>
    await showPage(
      paginate(await listThreads(platform, params), ({ id }) => id, query),
      toThreadResource,
    ),
  createComment: async ({ params, body, caller }) =>
    toThreadResource(await startThread(platform, params, { ...body, author: authorOf(caller) })),
  replyToComment: async ({ params, body, caller }) =>
    toThreadResource(
      await replyToThread(platform, params, params.threadId, { ...body, author: authorOf(caller) }),
    ),
  updateComment: async ({ params, body }) =>
    toThreadResource(await resolveThread(platform, params, params.threadId, body.resolved)),
  deleteComment: async ({ params }) => await deleteThread(platform, params, params.threadId),
}));

function toThreadResource({ comments, resolvedAt, ...thread }: Thread) {
  return {
    ...thread,
    comments: comments.map((comment) => ({ ...comment, createdAt: isoTime(comment.createdAt) })),
    resolvedAt: optionalIsoTime(resolvedAt),
  };
}
