import { contentContract } from "../../product/contract.ts";
import {
  createComment,
  deleteComment,
  deletePage,
  listComments,
  replyToComment,
  updateComment,
} from "../../client/routes.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { person, setUpApi } from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { tablesOf } from "../../database/tables-of.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const { body: creation } = contentContract.operations.createComment.example;

describe.each(databaseKinds)("comments on a page on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind);
  let content: Awaited<ReturnType<typeof createContent>>;
  beforeAll(async () => {
    content = await createContent();
  });
  const member = (id: string, role: "editor" | "reader") => person(id, { [content.organizationId]: role });
  const start = async (id: string): Promise<string> => {
    const thread = await succeed(member(id, "reader"), createComment, {
      params: { ...content },
      body: creation,
    });
    return String(thread["id"]);
  };

  it("are written by every member, answered, resolved, reopened, and deleted by editors", async () => {
    const params = { ...content, threadId: await start("ada") };
    const bea = member("bea", "reader");
    clock.now += 1000;
    const answered = await succeed(bea, replyToComment, { params, body: { text: " The one below. " } });
    expect(answered).toEqual({
      id: params.threadId,
      pageId: content.pageId,
      anchor: creation?.anchor,
      comments: [
        {
          id: params.threadId,
          author: { type: "member", id: "ada", name: "The person ada" },
          text: creation?.text,
          createdAt: new Date(clock.now - 1000).toISOString(),
        },
        {
          id: expect.stringMatching(/^cmt_/),
          author: { type: "member", id: "bea", name: "The person bea" },
          text: "The one below.",
          createdAt: new Date(clock.now).toISOString(),
        },
      ],
    });
    const resolve = (resolved: boolean) => succeed(bea, updateComment, { params, body: { resolved } });
    const resolvedAt = new Date(clock.now).toISOString();
    expect(await resolve(true)).toEqual({ ...answered, resolvedAt });
    clock.now += 1000;
    expect(await resolve(true)).toEqual({ ...answered, resolvedAt });
    expect(await succeed(bea, listComments, { params })).toEqual({ items: [{ ...answered, resolvedAt }] });
    expect(await resolve(false)).toEqual(answered);
    expect((await call(bea, deleteComment, { params })).status).toBe(403);
    await succeed(member("eve", "editor"), deleteComment, { params });
    expect(await succeed(bea, listComments, { params })).toEqual({ items: [] });
    expect((await call(bea, replyToComment, { params, body: { text: "Late" } })).status).toBe(404);
  });

  it("belong to their page, and are limited in number", async () => {
    const params = { ...content, threadId: await start("ada") };
    const other = { ...(await createContent()), threadId: params.threadId };
    const stranger = person("s", { [other.organizationId]: "owner" });
    for (const [route, body] of [
      [replyToComment, { text: "Mine" }],
      [updateComment, { resolved: true }],
      [deleteComment, undefined],
    ] as const)
      expect((await call(stranger, route, { params: other, body })).status).toBe(404);
    expect((await call(stranger, listComments, { params })).status).toBe(404);
    const row = await tablesOf(platform().db)
      .selectFrom("comments")
      .selectAll()
      .where("id", "=", params.threadId)
      .executeTakeFirstOrThrow();
    await tablesOf(platform().db)
      .insertInto("comments")
      .values(
        Array.from({ length: contentLimits.pageComments - 1 }, (_, index) => ({
          ...row,
          id: `${row.id}${index}`,
          anchor: null,
        })),
      )
      .execute();
    const full = await call(member("ada", "reader"), replyToComment, { params, body: { text: "More" } });
    expect([full.status, full.text]).toEqual([409, expect.stringContaining("Delete old threads")]);
    await succeed(member("eve", "editor"), deletePage, { params });
    expect((await call(member("ada", "reader"), listComments, { params })).status).toBe(404);
  });
});
