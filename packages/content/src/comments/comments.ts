import type { RevisionAuthor } from "@plugboard/api/client";
import type { Comment, CommentAnchor, CommentThread } from "../client/types.ts";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { createId, type WithUnixTimes } from "@plugboard/platform/product";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** A thread of comments on a part of a page. */
export type Thread = Omit<WithUnixTimes<CommentThread, "resolvedAt">, "comments"> & {
  readonly comments: readonly WithUnixTimes<Comment, "createdAt">[];
};

/** A page of a space. */
export interface CommentedPage {
  readonly spaceId: string;
  readonly pageId: string;
}

/** Returns the threads of a page with their comments, oldest first. @throws PlatformError `not_found` */
export async function listThreads(context: PlatformContext, page: CommentedPage): Promise<Thread[]> {
  await requirePage(context, page);
  return await readThreads(context, page);
}

/**
 * Starts a thread on a part of a page.
 *
 * @throws PlatformError `not_found`, `conflict` if the page has too many comments
 */
export async function startThread(
  context: PlatformContext,
  page: CommentedPage,
  { anchor, ...comment }: NewComment & { readonly anchor: CommentAnchor },
): Promise<Thread> {
  await requirePage(context, page);
  const id = createId("cmt", context.now());
  await insertComment(context, page, { ...comment, id, threadId: id, anchor });
  return await getThread(context, page, id);
}

/**
 * Adds a comment to a thread.
 *
 * @throws PlatformError `not_found`, `conflict` if the page has too many comments
 */
export async function replyToThread(
  context: PlatformContext,
  page: CommentedPage,
  threadId: string,
  comment: NewComment,
): Promise<Thread> {
  await getThread(context, page, threadId);
  await insertComment(context, page, { ...comment, id: createId("cmt", context.now()), threadId });
  return await getThread(context, page, threadId);
}

/** Resolves or reopens a thread. @throws PlatformError `not_found` */
export async function resolveThread(
  context: PlatformContext,
  page: CommentedPage,
  threadId: string,
  resolved: boolean,
): Promise<Thread> {
  const { resolvedAt } = await getThread(context, page, threadId);
  if (resolved === (resolvedAt === undefined))
    await tablesOf(context.db)
      .updateTable("comments")
      .set({ resolved_at: resolved ? context.now() : null })
      .where("id", "=", threadId)
      .execute();
  return await getThread(context, page, threadId);
}

/** Deletes a thread with its replies. @throws PlatformError `not_found` */
export async function deleteThread(
  context: PlatformContext,
  page: CommentedPage,
  threadId: string,
): Promise<void> {
  await getThread(context, page, threadId);
  await tablesOf(context.db)
    .deleteFrom("comments")
    .where("space_id", "=", page.spaceId)
    .where("page_id", "=", page.pageId)
    .where("thread_id", "=", threadId)
    .execute();
}

/** A comment to add. */
interface NewComment {
  readonly author: RevisionAuthor;
  readonly text: string;
}

async function insertComment(
  { db, now }: PlatformContext,
  { spaceId, pageId }: CommentedPage,
  {
    id,
    threadId,
    author,
    text,
    anchor,
  }: NewComment & { readonly id: string; readonly threadId: string; readonly anchor?: CommentAnchor },
): Promise<void> {
  const { number } = await tablesOf(db)
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll().as("number"))
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .executeTakeFirstOrThrow();
  if (Number(number) >= contentLimits.pageComments)
    throw new PlatformError(
      "conflict",
      `The page has ${contentLimits.pageComments} comments, which is the limit. Delete old threads.`,
    );
  await tablesOf(db)
    .insertInto("comments")
    .values((query) => ({
      id,
      thread_id: threadId,
      organization_id: query.selectFrom("spaces").select("organization_id").where("id", "=", spaceId),
      space_id: spaceId,
      page_id: pageId,
      author: JSON.stringify(author),
      text,
      anchor: anchor === undefined ? null : JSON.stringify(anchor),
      created_at: now(),
    }))
    .execute();
}

async function requirePage({ db }: PlatformContext, { spaceId, pageId }: CommentedPage): Promise<void> {
  const page = await tablesOf(db)
    .selectFrom("pages")
    .select("id")
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .executeTakeFirst();
  orNotFound(page, `page ${pageId} in space ${spaceId}`);
}

async function getThread(context: PlatformContext, page: CommentedPage, threadId: string): Promise<Thread> {
  const [thread] = await readThreads(context, page, threadId);
  return orNotFound(thread, `comment thread ${threadId} on page ${page.pageId}`);
}

async function readThreads(
  { db }: PlatformContext,
  { spaceId, pageId }: CommentedPage,
  threadId?: string,
): Promise<Thread[]> {
  let query = tablesOf(db)
    .selectFrom("comments")
    .select(["id", "thread_id", "author", "text", "anchor"])
    .select(["resolved_at as resolvedAt", "created_at as createdAt"])
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId);
  if (threadId !== undefined) query = query.where("thread_id", "=", threadId);
  const rows = await query.orderBy("thread_id").orderBy("created_at").orderBy("id").execute();
  const comments = Map.groupBy(rows, ({ thread_id }) => thread_id);
  return rows.flatMap(({ id, anchor, resolvedAt }) =>
    anchor === null
      ? []
      : [
          {
            id,
            pageId,
            // Written only by this module, like the author.
            anchor: JSON.parse(anchor) as CommentAnchor,
            comments: (comments.get(id) ?? []).map((comment) => ({
              id: comment.id,
              author: JSON.parse(comment.author) as RevisionAuthor,
              text: comment.text,
              createdAt: comment.createdAt,
            })),
            resolvedAt: resolvedAt ?? undefined,
          },
        ],
  );
}
