import {
  authorSchema,
  defineOperations,
  editors,
  everyMember,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { Comment, CommentAnchor, CommentThread } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const text = z.string().trim().min(1, "must not be empty").max(contentLimits.commentLength);
const context = z.string().max(contentLimits.anchorContextLength);

const anchorSchema = shape(
  "CommentAnchor",
  "The text that a thread is about. It is found in the page by its words, so it survives edits around it.",
  z.object({
    quote: z
      .string()
      .min(1)
      .max(contentLimits.anchorLength)
      .describe("The commented text, without formatting. At most 1,000 characters."),
    before: context.describe("The text before it, which tells equal quotes apart. At most 64 characters."),
    after: context.describe("The text after it. At most 64 characters."),
  }),
);

const commentSchema = shape(
  "Comment",
  "A comment in a thread.",
  z.object({ id: z.string(), author: authorSchema, text: z.string(), createdAt: z.iso.datetime() }),
);

const threadSchema = shape(
  "CommentThread",
  "A thread of comments on a part of a page. Threads aren't part of the page's Markdown.",
  z.object({
    id: z.string(),
    pageId: z.string(),
    anchor: anchorSchema,
    comments: z.array(commentSchema).describe("Oldest first."),
    resolvedAt: z.iso.datetime().optional().describe("Not set while the thread is open."),
  }),
);

const creationSchema = shape(
  "CommentCreation",
  "A comment that starts a thread.",
  z.object({ anchor: anchorSchema, text: text.describe("Plain text of at most 5,000 characters.") }),
);

const replySchema = shape(
  "CommentReply",
  "A reply to a thread.",
  z.object({ text: text.describe("Plain text of at most 5,000 characters.") }),
);

const updateSchema = shape(
  "CommentUpdate",
  "The new state of a thread.",
  z.object({ resolved: z.boolean() }),
);

const anchor: CommentAnchor = { quote: "first step", before: "Start with the ", after: " of the guide." };
const comment: Comment = {
  id: "cmt_1",
  author: { type: "member", id: "usr_1", name: "Ada" },
  text: "Which one?",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const reply: Comment = {
  id: "cmt_2",
  author: { type: "member", id: "usr_2", name: "Bea" },
  text: "The one below.",
  createdAt: "2026-01-15T09:40:00.000Z",
};
const thread: CommentThread = { id: "cmt_1", pageId: "pag_1", anchor, comments: [comment] };

/** Operations for comments on pages. */
export const commentOperations = defineOperations(
  {
    listComments: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/comments",
      tag: "Content",
      summary: "List the comment threads of a page, oldest first",
      access: "administrator",
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(threadSchema),
      example: { response: { items: [thread] } },
    }),
    createComment: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/comments",
      tag: "Content",
      summary: "Start a comment thread on a part of a page",
      access: "administrator",
      roles: everyMember,
      body: creationSchema,
      status: 201,
      response: threadSchema,
      errors: ["conflict"],
      example: { body: { anchor, text: comment.text }, response: thread },
    }),
    replyToComment: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}/replies",
      tag: "Content",
      summary: "Reply to a comment thread",
      access: "administrator",
      roles: everyMember,
      body: replySchema,
      status: 201,
      response: threadSchema,
      errors: ["conflict"],
      example: { body: { text: reply.text }, response: { ...thread, comments: [comment, reply] } },
    }),
    updateComment: operation({
      method: "PATCH",
      path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
      tag: "Content",
      summary: "Resolve or reopen a comment thread",
      access: "administrator",
      roles: everyMember,
      body: updateSchema,
      response: threadSchema,
      example: {
        body: { resolved: true },
        response: { ...thread, resolvedAt: "2026-01-15T10:00:00.000Z" },
      },
    }),
    deleteComment: operation({
      method: "DELETE",
      path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
      tag: "Content",
      summary: "Delete a comment thread with its replies",
      access: "administrator",
      roles: editors,
      example: {},
    }),
  },
  pathParameters,
);
