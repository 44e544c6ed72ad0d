import type { Role } from "@plugboard/api";
import { listAuditEntries } from "@plugboard/api/routes";
import { type Principal, withoutTenantScope } from "@plugboard/platform";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  administrator,
  person,
  setUpApi,
  type TestApi,
} from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import type { ChangeRequest, PageResource, RevisionResource, SharedDraft } from "../../client/types.ts";
import * as routes from "../../client/routes.ts";
import { tablesOf } from "../../database/tables-of.ts";
import { removeClosedChangeRequests } from "../change-requests.ts";
import { removeOrphanedSharedDrafts } from "../shared-drafts.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const dayMilliseconds = 24 * 3600 * 1000;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Starts a space with two pages, and an editor who works on drafts of them. */
function setUpChangeRequests({ call, succeed, createContent }: TestApi) {
  return async ({ required = true } = {}) => {
    const { organizationId, spaceId, pageId } = await createContent();
    const params = { spaceId };
    const as = (id: string, role: Role): Principal => person(id, { [organizationId]: role });
    const [ada, bea, owner] = [as("ada", "editor"), as("bea", "editor"), as("olga", "owner")];
    const other = String((await succeed(ada, routes.createPage, { params, body: { title: "Other" } }))["id"]);
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: required } });
    const create = async (title = "Version 2") => {
      const { id } = await succeed(ada, routes.createChangeRequest, { params, body: { title } });
      return { spaceId, changeRequestId: String(id) };
    };
    const place = (page: string, changeRequest?: string) => ({
      params: { spaceId, pageId: page },
      query: changeRequest === undefined ? {} : { changeRequest },
    });
    const contentOf = async (page: string) =>
      Object(await succeed(ada, routes.getPageContent, { params: { spaceId, pageId: page } })) as {
        readonly title: string;
        readonly markdown: string;
        readonly revisionId: string;
      };
    const draftOf = async (page: string, changeRequest?: string) =>
      (
        Object(await succeed(ada, routes.getSharedDraft, place(page, changeRequest))) as {
          readonly draft?: SharedDraft;
        }
      ).draft;
    const start = async (caller: Principal, page: string, changeRequest?: string) => {
      const { title, markdown, revisionId } = await contentOf(page);
      const body = { title, markdown, format: "1", revisionId, state: base64("seed") };
      return await call(caller, routes.startSharedDraft, { ...place(page, changeRequest), body });
    };
    /** Writes a draft's text as a window does. */
    const write = async (caller: Principal, page: string, markdown: string, changeRequest?: string) => {
      await start(caller, page, changeRequest);
      const draft = await draftOf(page, changeRequest);
      const { revisionId } = await contentOf(page);
      const rebase =
        draft?.revisionId === revisionId ? {} : { rebase: { from: draft?.revisionId, to: revisionId } };
      const at = place(page, changeRequest);
      const body = { draftId: draft?.id, after: draft?.sequence, content: base64("x"), ...rebase };
      const appended = await call(caller, routes.appendSharedDraftChange, { ...at, body });
      if (appended.status !== 200) return appended;
      // Merging makes its window no author, as writing does.
      if ("rebase" in rebase) return await write(caller, page, markdown, changeRequest);
      const sequence = Number(draft?.sequence) + 1;
      const save = { draftId: draft?.id, sequence, title: draft?.title, markdown, state: base64("all") };
      return await call(caller, routes.saveSharedDraft, { ...at, body: save });
    };
    const read = async (at: { readonly spaceId: string; readonly changeRequestId: string }) =>
      // The API's response.
      (await succeed(ada, routes.getChangeRequest, { params: at })) as unknown as ChangeRequest;
    const request = async (caller: Principal, at: Awaited<ReturnType<typeof create>>) => {
      const pages = [];
      for (const { pageId: page, draftId, sequence } of (await read(at)).pages) {
        const { title, markdown } = (await draftOf(page, at.changeRequestId)) ?? {};
        pages.push({ pageId: page, draftId, sequence, title, markdown });
      }
      return await call(caller, routes.requestChangeRequestReview, { params: at, body: { pages } });
    };
    const decide = async (
      caller: Principal,
      at: Awaited<ReturnType<typeof create>>,
      decision: object = { outcome: "approved" },
    ) => {
      const body = { reviewId: (await read(at)).review?.id, ...decision };
      return await call(caller, routes.decideChangeRequest, { params: at, body });
    };
    const publish = async (caller: Principal, at: Awaited<ReturnType<typeof create>>) => {
      const body = { reviewId: (await read(at)).review?.id ?? "rvw_0" };
      return await call(caller, routes.publishChangeRequest, { params: at, body });
    };
    const plan = async (
      caller: Principal,
      at: Awaited<ReturnType<typeof create>>,
      page: string,
      body: object,
    ) => await call(caller, routes.planChangeRequestPage, { params: { ...at, pageId: page }, body });
    /** Returns the published pages by title, with the titles of those above them. */
    const treeOf = async () => {
      const { items } = await succeed(ada, routes.listPages, { params });
      const listed = items as readonly PageResource[];
      const titles = new Map(listed.map((page) => [page.id, page.title]));
      return listed.map((page) => `${titles.get(page.parentId ?? "") ?? ""}/${page.title} ${page.path}`);
    };
    const addPage = async (title: string, parentId?: string, markdown?: string) => {
      const body = { title, parentId, markdown };
      return String(
        (await succeed(markdown === undefined ? ada : owner, routes.createPage, { params, body }))["id"],
      );
    };
    const people = { ada, bea, owner, as };
    const pages = { first: pageId, other };
    return {
      organizationId,
      params,
      ...people,
      ...pages,
      create,
      contentOf,
      draftOf,
      start,
      write,
      read,
      request,
      decide,
      publish,
      plan,
      treeOf,
      addPage,
    };
  };
}

describe.each(databaseKinds)("a change request on %s", (kind) => {
  const api = setUpApi(kind);
  const { call, succeed, platform, clock } = api;
  const setUp = setUpChangeRequests(api);

  it("is approved by a person who didn't contribute, and published as one revision with one event", async () => {
    const { organizationId, params, ada, bea, owner, first, other, ...to } = await setUp();
    const at = await to.create();
    await to.write(ada, first, "First text", at.changeRequestId);
    await to.write(bea, other, "Other text", at.changeRequestId);
    expect(await to.read(at)).toMatchObject({
      status: "open",
      isAuthor: true,
      pages: [{ state: "draft" }, { state: "draft" }],
    });
    expect((await to.publish(ada, at)).status).toBe(404);
    expect((await to.request(ada, at)).body).toMatchObject({ review: { isCurrent: true } });
    expect((await to.publish(owner, at)).status).toBe(403);
    for (const author of [ada, bea]) expect((await to.decide(author, at)).status).toBe(403);
    const changes = { outcome: "changes-requested", comment: "Say more" };
    expect((await to.decide(owner, at, changes)).body).toMatchObject({ review: { decision: changes } });
    expect((await to.publish(ada, at)).status).toBe(403);
    expect((await to.decide(owner, at)).status).toBe(200);
    const diffs = await succeed(owner, routes.listChangeRequestChanges, { params: at });
    expect(diffs).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          pageId: other,
          changes: ["created"],
          patch: expect.stringContaining("+Other text"),
        }),
      ]),
    });
    const events = async () =>
      (await tablesOf(platform().db).selectFrom("events").select("type").execute()).filter(
        ({ type }) => type === "space_content_updated",
      ).length;
    const [before, eventsBefore] = [await succeed(ada, routes.listRevisions, { params }), await events()];
    expect((await to.publish(bea, at)).body).toMatchObject({
      status: "merged",
      revisionId: expect.any(String),
    });
    const after = await succeed(ada, routes.listRevisions, { params });
    expect(Object(after)["items"].length - Object(before)["items"].length).toBe(1);
    expect((await events()) - eventsBefore).toBe(1);
    expect(await to.contentOf(first)).toMatchObject({ markdown: "First text" });
    expect(await to.contentOf(other)).toMatchObject({ markdown: "Other text" });
    expect((await to.publish(bea, at)).status).toBe(409);
    const audited = await succeed(owner, listAuditEntries, { query: { organization: organizationId } });
    for (const { id } of [routes.decideChangeRequest, routes.publishChangeRequest])
      expect(JSON.stringify(audited)).toContain(id);
  });

  it("names each page that changed, and publishes none of them", async () => {
    const { ada, bea, owner, first, other, ...to } = await setUp();
    const at = await to.create();
    await to.write(ada, first, "First text", at.changeRequestId);
    await to.write(ada, other, "Other text", at.changeRequestId);
    await to.request(ada, at);
    expect((await to.decide(bea, at)).status).toBe(200);
    await to.write(ada, other, "Other text with more", at.changeRequestId);
    expect(await to.read(at)).toMatchObject({ review: { isCurrent: false } });
    for (const refused of [await to.publish(ada, at), await to.decide(bea, at)])
      expect(refused).toMatchObject({
        status: 412,
        body: { detail: expect.stringMatching(/: Other has changes that aren’t part of the review\.$/) },
      });
    // An owner may rename a page, which the reviewed text doesn't know.
    const page = { params: { spaceId: at.spaceId, pageId: first }, body: { title: "Renamed" } };
    await succeed(owner, routes.updatePage, page);
    expect(await to.publish(ada, at)).toMatchObject({
      status: 412,
      body: { detail: expect.stringContaining("was published with other changes") },
    });
    expect(await to.contentOf(first)).not.toMatchObject({ markdown: "First text" });
    // The draft merges the page's change, and is reviewed again.
    await to.write(ada, first, "First text", at.changeRequestId);
    expect((await to.request(ada, at)).status).toBe(200);
    expect((await to.publish(ada, at)).status).toBe(403);
    expect((await to.decide(bea, at)).status).toBe(200);
    expect((await to.publish(ada, at)).status).toBe(200);
  });

  it("isn't approved without a page that the reviewer saw, or with another one", async () => {
    const { ada, bea, first, other, ...to } = await setUp();
    const at = await to.create();
    await to.write(ada, first, "First text", at.changeRequestId);
    await to.write(ada, other, "Other text", at.changeRequestId);
    const approve = async () => {
      expect((await to.request(ada, at)).status).toBe(200);
      expect((await to.decide(bea, at)).status).toBe(200);
    };
    await approve();
    await succeed(ada, routes.removeChangeRequestPage, { params: { ...at, pageId: other } });
    expect((await to.read(at)).review).toBeUndefined();
    expect((await to.publish(ada, at)).status).toBe(404);
    await approve();
    await succeed(ada, routes.addChangeRequestPage, { params: at, body: { pageId: other } });
    expect((await to.read(at)).review).toBeUndefined();
    expect(await to.contentOf(first)).not.toMatchObject({ markdown: "First text" });
    await approve();
    expect((await to.publish(ada, at)).status).toBe(200);
  });

  it("has its own draft of a page, which another change request merges after it is published", async () => {
    const { ada, first, ...to } = await setUp({ required: false });
    const [one, two] = [await to.create("One"), await to.create("Two")];
    await to.write(ada, first, "Own words");
    await to.write(ada, first, "Words of one", one.changeRequestId);
    await to.write(ada, first, "Words of two", two.changeRequestId);
    for (const at of [one, two]) await to.request(ada, at);
    expect((await to.publish(ada, one)).status).toBe(200);
    expect(await to.publish(ada, two)).toMatchObject({ status: 412 });
    expect(await to.draftOf(first, two.changeRequestId)).toMatchObject({ markdown: "Words of two" });
    expect(await to.draftOf(first)).toMatchObject({ markdown: "Own words" });
    await to.write(ada, first, "Words of one\n\nWords of two", two.changeRequestId);
    await to.request(ada, two);
    expect((await to.publish(ada, two)).status).toBe(200);
    expect(await to.contentOf(first)).toMatchObject({ markdown: "Words of one\n\nWords of two" });
  });

  it("takes a page's own shared draft with its authors, and gives it back", async () => {
    const { ada, bea, owner, first, ...to } = await setUp();
    const at = await to.create();
    await to.write(bea, first, "Written by Bea");
    const draft = await to.draftOf(first);
    const add = { params: at, body: { pageId: first } };
    await succeed(ada, routes.addChangeRequestPage, add);
    expect(await to.draftOf(first)).toBeUndefined();
    expect(await to.draftOf(first, at.changeRequestId)).toMatchObject({
      id: draft?.id,
      markdown: "Written by Bea",
    });
    await to.request(ada, at);
    expect((await to.decide(bea, at)).status).toBe(403);
    // It isn't published alone.
    const publication = { title: "Start", markdown: "Written by Bea", sharedDraft: draft?.id };
    const alone = { params: { spaceId: at.spaceId, pageId: first }, body: publication };
    expect(await call(ada, routes.updatePageContent, alone)).toMatchObject({ status: 409 });
    await to.write(ada, first, "Another draft");
    expect((await call(ada, routes.addChangeRequestPage, add)).status).toBe(409);
    const page = { params: { ...at, pageId: first } };
    expect((await call(ada, routes.removeChangeRequestPage, page)).status).toBe(409);
    const another = await to.create("Another");
    await succeed(ada, routes.addChangeRequestPage, { params: another, body: { pageId: first } });
    await succeed(ada, routes.removeChangeRequestPage, page);
    expect(await to.draftOf(first)).toMatchObject({ id: draft?.id, markdown: "Written by Bea" });
    expect((await to.read(at)).pages).toEqual([]);
    expect((await call(owner, routes.removeChangeRequestPage, page)).status).toBe(404);
  });

  it("keeps its drafts while it is closed, and takes no changes until it is open again", async () => {
    const { ada, bea, first, ...to } = await setUp();
    const at = await to.create();
    await to.write(ada, first, "Kept", at.changeRequestId);
    await to.request(ada, at);
    const update = async (body: object) =>
      await succeed(ada, routes.updateChangeRequest, { params: at, body });
    expect(await update({ status: "closed", description: "Later" })).toMatchObject({ description: "Later" });
    expect((await to.write(ada, first, "Lost", at.changeRequestId)).status).toBe(404);
    for (const refused of [await to.start(ada, first, at.changeRequestId), await to.request(ada, at)])
      expect(refused.status).toBe(409);
    for (const refused of [await to.decide(bea, at), await to.publish(ada, at)])
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("is closed") } });
    expect(await to.draftOf(first, at.changeRequestId)).toMatchObject({ markdown: "Kept" });
    await update({ status: "open" });
    expect((await to.decide(bea, at)).status).toBe(200);
    expect((await to.publish(ada, at)).status).toBe(200);
    expect(
      (await call(ada, routes.updateChangeRequest, { params: at, body: { status: "open" } })).status,
    ).toBe(409);
  });

  it("is deleted with its drafts 30 days after it was closed, unless it is open again", async () => {
    const { ada, params, first, other, ...to } = await setUp();
    const closed = await to.create("Closed");
    clock.now += 1;
    const reopened = await to.create("Reopened");
    for (const at of [closed, reopened]) {
      await to.write(ada, first, "Kept", at.changeRequestId);
      await succeed(ada, routes.updateChangeRequest, { params: at, body: { status: "closed" } });
    }
    await to.write(ada, other, "Own draft");
    const remove = async () => {
      await withoutTenantScope("cleaning", () => removeClosedChangeRequests(platform()));
      const { items } = await succeed(ada, routes.listChangeRequests, { params });
      return (items as readonly ChangeRequest[]).map(({ title }) => title);
    };
    clock.now += 29 * dayMilliseconds;
    expect(await remove()).toEqual(["Reopened", "Closed"]);
    await succeed(ada, routes.updateChangeRequest, { params: reopened, body: { status: "open" } });
    clock.now += 2 * dayMilliseconds;
    expect(await remove()).toEqual(["Reopened"]);
    const drafts = await tablesOf(platform().db)
      .selectFrom("shared_drafts")
      .select("change_request_id")
      .where("space_id", "=", params.spaceId)
      .execute();
    expect(drafts.map((draft) => draft.change_request_id).toSorted()).toEqual(["", reopened.changeRequestId]);
  });

  it("isn't published without a page that was deleted long ago", async () => {
    const { ada, bea, owner, params, first, other, ...to } = await setUp();
    const at = await to.create();
    for (const page of [first, other]) await to.write(ada, page, "Text", at.changeRequestId);
    await to.request(ada, at);
    await to.decide(bea, at);
    await succeed(owner, routes.deletePage, { params: { ...params, pageId: other } });
    clock.now += 31 * dayMilliseconds;
    await withoutTenantScope("cleaning", () => removeOrphanedSharedDrafts(platform()));
    expect(await to.publish(ada, at)).toMatchObject({
      status: 412,
      body: { detail: expect.stringContaining("was deleted") },
    });
    // Removed from it, the draft is kept for 30 days from then.
    await succeed(ada, routes.removeChangeRequestPage, { params: { ...at, pageId: other } });
    await withoutTenantScope("cleaning", () => removeOrphanedSharedDrafts(platform()));
    const left = tablesOf(platform().db).selectFrom("shared_drafts").select("id");
    expect(await left.where("page_id", "=", other).execute()).toHaveLength(1);
  });

  it("moves and deletes pages and changes paths together with texts, as one revision", async () => {
    const { ada, bea, params, first, other, ...to } = await setUp({ required: false });
    const [guide, old] = [await to.addPage("Guide"), await to.addPage("Old", undefined, "Old text")];
    await to.addPage("Below", old, "Text below");
    const at = await to.create();
    const before = await to.treeOf();
    expect((await to.plan(ada, at, other, { parentId: guide, path: "another" })).status).toBe(200);
    expect((await to.plan(ada, at, first, { path: "old" })).status).toBe(409);
    expect((await to.plan(ada, at, old, { delete: true })).status).toBe(200);
    // The path of a page deleted before is free.
    expect((await to.plan(bea, at, first, { path: "old" })).status).toBe(200);
    await to.write(ada, other, "Moved and edited", at.changeRequestId);
    expect(await to.treeOf()).toEqual(before);
    expect((await to.read(at)).structure).toEqual([
      {
        pageId: other,
        title: "Other",
        change: "moved",
        from: { path: "other" },
        to: { path: "another", parentId: guide },
      },
      { pageId: old, title: "Old", change: "deleted", from: { path: "old" }, pages: 2 },
      expect.objectContaining({ pageId: first, change: "moved", to: { path: "old" } }),
    ]);
    expect((await to.request(ada, at)).status).toBe(200);
    // Bea planned one of the changes.
    expect((await to.decide(bea, at)).status).toBe(403);
    const revisions = async () =>
      Object(await succeed(ada, routes.listRevisions, { params }))["items"] as readonly RevisionResource[];
    const [previous] = await revisions();
    expect((await to.publish(ada, at)).body).toMatchObject({ status: "merged", structure: [] });
    expect((await revisions())[1]).toEqual(previous);
    const { title } = await to.contentOf(first);
    expect(await to.treeOf()).toEqual([`/${title} old`, "/Guide guide", "Guide/Other another"]);
    expect(await to.contentOf(other)).toMatchObject({ markdown: "Moved and edited" });
    const restore = { params: { ...params, revisionId: previous?.id ?? "" }, body: { pageId: old } };
    await succeed(ada, routes.restoreRevision, restore);
    expect(await to.contentOf(old)).toMatchObject({ markdown: "Old text" });
  });

  it("is approved with the moves and deletions that the reviewer saw, and no others", async () => {
    const { ada, bea, owner, params, first, other, ...to } = await setUp();
    const at = await to.create();
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: false } });
    const section = await to.addPage("Section");
    const below = await to.addPage("Below", section, "Text");
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: true } });
    await to.plan(ada, at, section, { delete: true });
    await to.write(ada, other, "New text", at.changeRequestId);
    const approve = async () => {
      expect((await to.request(ada, at)).status).toBe(200);
      expect((await to.decide(ada, at)).status).toBe(403);
      expect((await to.decide(bea, at)).status).toBe(200);
      expect((await to.read(at)).review).toMatchObject({ isCurrent: true });
    };
    const move = (page: string, parentId: string | null) =>
      succeed(ada, routes.movePage, { params: { ...params, pageId: page }, body: { parentId } });
    const interferences = [
      // A page is added to those that are deleted.
      async () => void (await to.addPage("Added", section)),
      // The text of one is changed.
      async () =>
        void (await succeed(owner, routes.updatePage, {
          params: { ...params, pageId: below },
          body: { title: "Changed" },
        })),
      // The new page, which sites don't show yet, is moved.
      async () => void (await move(other, first)),
      async () => void (await to.plan(ada, at, first, { path: "start-here" })),
    ];
    for (const interfere of interferences) {
      await approve();
      await interfere();
      expect((await to.read(at)).review).toMatchObject({ isCurrent: false });
      for (const refused of [await to.publish(ada, at), await to.decide(bea, at)])
        expect(refused.status).toBe(412);
    }
    await approve();
    expect((await to.publish(ada, at)).status).toBe(200);
    expect(await to.treeOf()).toEqual([
      expect.stringMatching(/^\/.* start-here$/),
      expect.stringMatching(/\/Other other$/),
    ]);
  });

  it("is refused while its moves and deletions conflict with those of others, and deletes no draft", async () => {
    const { ada, owner, params, first, other, ...to } = await setUp({ required: false });
    const at = await to.create();
    const [parent, gone] = [await to.addPage("Parent"), await to.addPage("Gone")];
    await to.plan(ada, at, other, { parentId: parent });
    await to.plan(ada, at, gone, { path: "elsewhere" });
    for (const page of [parent, gone])
      await succeed(owner, routes.deletePage, { params: { ...params, pageId: page } });
    expect(await to.request(ada, at)).toMatchObject({
      status: 412,
      body: {
        detail: `Couldn’t send the change request for review: Other: The parent page ${parent} does not exist; Gone: The page was deleted.`,
      },
    });
    for (const page of [other, gone])
      await succeed(ada, routes.cancelChangeRequestPlan, { params: { ...at, pageId: page } });
    expect((await to.request(ada, at)).status).toBe(409);
    // A draft in the change request isn't deleted with its page, or a page above it.
    await succeed(ada, routes.movePage, { params: { ...params, pageId: other }, body: { parentId: first } });
    await to.plan(ada, at, first, { delete: true });
    await to.write(ada, other, "Typed", at.changeRequestId);
    expect(await to.request(ada, at)).toMatchObject({
      status: 412,
      body: { detail: expect.stringContaining("It would delete the draft of Other in this change request") },
    });
    expect((await to.plan(ada, at, other, { delete: true })).status).toBe(409);
    await succeed(ada, routes.removeChangeRequestPage, { params: { ...at, pageId: other } });
    await to.request(ada, at);
    expect((await to.publish(ada, at)).status).toBe(200);
    expect(await to.treeOf()).toEqual([]);
    // The draft of the deleted page is kept for its restoration.
    const left = tablesOf(platform().db).selectFrom("shared_drafts").select("markdown");
    expect(await left.where("page_id", "=", other).execute()).toEqual([{ markdown: "Typed" }]);
    for (const body of [{}, { position: 1 }, { delete: true, path: "x" }, { path: "Not a path" }])
      expect((await to.plan(ada, await to.create(), first, body)).status).toBe(400);
  });

  it("is reviewed by people only, and hidden from other organizations and spaces", async () => {
    const { organizationId, ada, first, as, ...to } = await setUp();
    const at = await to.create();
    await to.write(ada, first, "Text", at.changeRequestId);
    const key: Principal = { type: "key", id: "key_1", organization: organizationId, role: "owner" };
    for (const caller of [key, administrator, as("r", "reader")])
      expect((await to.request(caller, at)).status).toBe(403);
    await to.request(ada, at);
    for (const caller of [key, administrator]) expect((await to.decide(caller, at)).status).toBe(403);
    const foreign = await setUp();
    for (const route of [routes.getChangeRequest, routes.listChangeRequests, routes.listChangeRequestChanges])
      expect((await call(foreign.ada, route, { params: at })).status).toBe(404);
    const moved = { ...at, spaceId: foreign.params.spaceId };
    expect((await call(foreign.ada, routes.getChangeRequest, { params: moved })).status).toBe(404);
    expect((await foreign.start(foreign.ada, foreign.first, at.changeRequestId)).status).toBe(404);
  });

  it("has a limited number of pages and texts of valid size, and a space a limited number of them", async () => {
    const { ada, params, first, ...to } = await setUp();
    const at = await to.create();
    const { organization_id } = await tablesOf(platform().db)
      .selectFrom("change_requests")
      .select("organization_id")
      .where("id", "=", at.changeRequestId)
      .executeTakeFirstOrThrow();
    const blank = { organization_id, space_id: at.spaceId, change_request_id: at.changeRequestId };
    await tablesOf(platform().db)
      .insertInto("shared_drafts")
      .values(
        Array.from({ length: contentLimits.changeRequestPages }, (_, index) => ({
          ...blank,
          id: `shd_full${index}`,
          page_id: `pag_full${index}`,
          title: "Full",
          markdown: "",
          format: "1",
          revision_id: "rev_1",
          sequence: 0,
          saved_sequence: 0,
          state: new Uint8Array(),
          bytes: 0,
          updated_at: 0,
        })),
      )
      .execute();
    expect(await to.start(ada, first, at.changeRequestId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("at most 50 pages") },
    });
    await tablesOf(platform().db)
      .insertInto("change_requests")
      .values(
        Array.from({ length: contentLimits.spaceChangeRequests - 1 }, (_, index) => ({
          id: `crq_full${at.spaceId}${index}`,
          organization_id,
          space_id: at.spaceId,
          title: "Full",
          description: "",
          status: "open" as const,
          author: "{}",
          created_at: 0,
          updated_at: 0,
        })),
      )
      .execute();
    const another = { params, body: { title: "One more" } };
    expect((await call(ada, routes.createChangeRequest, another)).status).toBe(409);
  });
});

describe("change requests", () => {
  const api = setUpApi("SQLite");
  const { call, platform, clock } = api;
  const setUp = setUpChangeRequests(api);

  const step = fc.record({
    do: fc.constantFrom(
      ...(["type", "type", "type", "type", "add", "remove", "request", "publish", "close", "open"] as const),
      ...(["publishOwn", "publishOther"] as const),
    ),
    page: fc.nat(1),
    place: fc.nat(2),
  });

  const keepsWords = () =>
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      // A person may make a limited number of requests per minute.
      clock.now += 60_000;
      const { ada, params, first, other, ...to } = await setUp({ required: false });
      const requests = [undefined, await to.create("One"), await to.create("Two")];
      const typed: string[] = [];
      for (const { do: kind, page: pageIndex, place } of steps) {
        const page = pageIndex === 0 ? first : other;
        const at = requests[place];
        const own = { spaceId: params.spaceId, pageId: page };
        const word = `w${typed.length}.`;
        if (kind === "type") {
          const draft = await to.draftOf(page, at?.changeRequestId);
          const published = await to.contentOf(page);
          // A window merges what was published before it writes.
          const isOutdated = draft !== undefined && draft.revisionId !== published.revisionId;
          const base = draft?.markdown ?? published.markdown;
          const merged = isOutdated ? `${published.markdown}\n${base}` : base;
          const { status } = await to.write(ada, page, `${merged}\n${word}`, at?.changeRequestId);
          if (status < 300) typed.push(word);
        } else if (kind === "publishOther" || kind === "publishOwn") {
          const draft = kind === "publishOwn" ? await to.draftOf(page) : undefined;
          const { markdown, revisionId } = await to.contentOf(page);
          if (draft !== undefined && draft.revisionId !== revisionId) continue;
          const text = draft === undefined ? `${markdown}\n${word}` : draft.markdown;
          const body = { markdown: text, ...(draft !== undefined && { sharedDraft: draft.id }) };
          const headers = { "if-match": `"${revisionId}"` };
          const { status } = await call(ada, routes.updatePageContent, { params: own, body, headers });
          if (status === 200 && draft === undefined) typed.push(word);
        } else if (at !== undefined) {
          if (kind === "add")
            await call(ada, routes.addChangeRequestPage, { params: at, body: { pageId: page } });
          else if (kind === "remove")
            await call(ada, routes.removeChangeRequestPage, { params: { ...at, pageId: page } });
          else if (kind === "request") await to.request(ada, at);
          else if (kind === "publish") await to.publish(ada, at);
          else if (kind === "close" || kind === "open") {
            const body = { status: kind === "close" ? "closed" : "open" };
            await call(ada, routes.updateChangeRequest, { params: at, body });
          }
        }
      }
      const tables = tablesOf(platform().db);
      const drafts = await tables
        .selectFrom("shared_drafts")
        .select("markdown")
        .where("space_id", "=", params.spaceId)
        .execute();
      const published = await Promise.all([first, other].map((page) => to.contentOf(page)));
      const left = new Set(
        [...drafts, ...published].flatMap(({ markdown }) => markdown.match(/w\d+\./g) ?? []),
      );
      expect(typed.filter((word) => !left.has(word))).toEqual([]);
    });

  it("lose no typed word in any sequence of edits, moves, reviews, publications and closings", async () => {
    await expect(fc.assert(keepsWords(), { numRuns: 12, seed: 20_260_115 })).resolves.toBeUndefined();
  });

  it("lose no typed word in many random sequences", { tags: ["night"], timeout: 600_000 }, async () => {
    await expect(fc.assert(keepsWords(), { numRuns: 100 })).resolves.toBeUndefined();
  });
});
