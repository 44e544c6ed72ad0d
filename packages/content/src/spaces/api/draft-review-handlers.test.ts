import type { Role } from "@plugboard/api";
import { listAuditEntries } from "@plugboard/api/routes";
import {
  installIntegration,
  installIntoResource,
  type Principal,
  withoutTenantScope,
} from "@plugboard/platform";
import { describe, expect, it } from "vitest";
import {
  administrator,
  person,
  setUpApi,
  type TestApi,
} from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import * as routes from "../../client/routes.ts";
import { printBlock } from "../../markdown.ts";
import { tablesOf } from "../../database/tables-of.ts";
import { removeOrphanedSharedDrafts } from "../shared-drafts.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const block = printBlock({ integration: "greeter", component: "hello", props: {} });

type Write = readonly [Parameters<TestApi["call"]>[1], NonNullable<Parameters<TestApi["call"]>[2]>];

describe.each(databaseKinds)("the review of a shared draft on %s", (kind) => {
  const { call, succeed, createContent, publish: publishIntegration, platform, clock } = setUpApi(kind);

  /** Requires approvals in a new space, and starts the shared draft of its page. */
  async function start({ required = true } = {}) {
    const params = { ...(await createContent()) };
    const as = (id: string, role: Role): Principal => person(id, { [params.organizationId]: role });
    const [ada, bea, owner] = [as("ada", "editor"), as("bea", "editor"), as("olga", "owner")];
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: required } });
    const { revisionId } = await succeed(ada, routes.getPageContent, { params });
    const draft = await succeed(ada, routes.startSharedDraft, {
      params,
      body: { title: "Start", markdown: "Seed", format: "1", revisionId, state: base64("seed") },
    });
    const text = { title: "Start", markdown: "Reviewed" };
    const append = (caller: Principal, after: number) =>
      call(caller, routes.appendSharedDraftChange, {
        params,
        body: { draftId: draft["id"], after, content: base64("x") },
      });
    const request = (caller: Principal, sequence: number) =>
      call(caller, routes.requestDraftReview, { params, body: { ...text, draftId: draft["id"], sequence } });
    const decide = async (caller: Principal, decision: object = { outcome: "approved" }) => {
      const { review } = await read(caller);
      const body = { reviewId: review?.id, ...decision };
      return await call(caller, routes.decideDraftReview, { params, body });
    };
    const read = async (caller: Principal) =>
      Object(await succeed(caller, routes.getDraftReview, { params })) as {
        readonly review?: { readonly id: string };
      };
    const publish = (caller: Principal, change: object = {}) =>
      call(caller, routes.updatePageContent, {
        params,
        body: { ...text, sharedDraft: draft["id"], ...change },
      });
    const published = async () => (await succeed(ada, routes.getPageContent, { params }))["markdown"];
    const people = {
      ada,
      bea,
      owner,
      key: { type: "key", id: "key_1", organization: params.organizationId, role: "owner" } as const,
    };
    return { ...people, params, as, draft, append, request, decide, read, publish, published };
  }

  it("is approved by another person, published unchanged once, and in the audit log", async () => {
    const { ada, bea, owner, params, append, request, decide, read, publish, published } = await start();
    await append(ada, 0);
    expect((await request(ada, 0)).status).toBe(412);
    expect((await request(ada, 1)).body).toMatchObject({
      isCurrent: true,
      isAuthor: true,
      markdown: "Reviewed",
    });
    expect((await publish(ada)).status).toBe(403);
    expect((await decide(ada)).body).toMatchObject({ code: "forbidden" });
    const list = { params, query: { limit: "1" } };
    expect(await succeed(bea, routes.listDraftReviews, list)).toMatchObject({
      items: [{ pageId: params.pageId, isCurrent: true, requestedBy: { id: "ada" } }],
    });
    expect((await decide(bea, { outcome: "changes-requested" })).status).toBe(400);
    const changes = { outcome: "changes-requested", comment: "Name it" };
    expect((await decide(bea, changes)).body).toMatchObject({
      isAuthor: false,
      decision: { ...changes, reviewer: { id: "bea" } },
    });
    expect((await publish(ada)).status).toBe(403);
    expect((await decide(bea)).body).toMatchObject({ decision: { outcome: "approved" } });
    expect((await publish(ada, { markdown: "Something else" })).status).toBe(403);
    expect((await publish(ada, { title: "Something else" })).status).toBe(403);
    expect((await publish(ada, { sharedDraft: undefined })).status).toBe(403);
    expect((await publish(ada)).status).toBe(200);
    expect(await published()).toBe("Reviewed");
    expect(await read(bea)).toEqual({});
    expect((await publish(ada)).status).toBe(403);
    const audited = await succeed(owner, listAuditEntries, {
      query: { organization: params.organizationId },
    });
    expect(JSON.stringify(audited)).toContain(routes.decideDraftReview.id);
  });

  it("is withdrawn by a change of the draft, another request, another revision and a restart", async () => {
    const { ada, bea, owner, params, draft, append, request, decide, read, publish, published } =
      await start();
    const approve = async (sequence: number) => {
      expect((await request(ada, sequence)).status).toBe(200);
      expect((await decide(bea)).status).toBe(200);
    };
    await approve(0);
    await append(ada, 0);
    expect(await read(bea)).toMatchObject({ review: { isCurrent: false } });
    expect((await publish(ada)).status).toBe(403);
    expect((await decide(bea)).status).toBe(412);
    await approve(1);
    await request(ada, 1);
    expect((await publish(ada)).status).toBe(403);
    await approve(1);
    // An owner may rename the page, which the approved text doesn't know.
    await succeed(owner, routes.updatePage, { params, body: { title: "Renamed" } });
    expect(await read(bea)).toMatchObject({ review: { isCurrent: false } });
    expect((await publish(ada)).status).toBe(403);
    const { revisionId } = await succeed(ada, routes.getPageContent, { params });
    const restart = { title: "Start", markdown: "", format: "1", revisionId, state: base64("x") };
    await succeed(bea, routes.startSharedDraft, { params, body: { ...restart, replaces: draft["id"] } });
    expect((await publish(ada)).status).toBe(403);
    expect(await published()).not.toBe("Reviewed");
  });

  it("counts everyone who changed the draft as an author, until an approved text is published", async () => {
    const { ada, bea, owner, append, request, decide, publish } = await start();
    await append(bea, 0);
    await request(ada, 1);
    for (const author of [ada, bea]) expect((await decide(author)).status).toBe(403);
    expect((await decide(owner)).status).toBe(200);
    expect((await publish(bea)).status).toBe(200);
  });

  it("keeps editors from showing other pages at the address of its sites", async () => {
    const { ada, owner, key, params } = await start();
    const other = await succeed(ada, routes.createSpace, {
      body: { organization: params.organizationId, title: "Other" },
    });
    const path = params.siteId.toLowerCase().replace("_", "-");
    const own = { spaceId: params.spaceId, path };
    await succeed(owner, routes.updateSite, { params, body: own });
    const update = async (caller: Principal, body: object) =>
      (await call(caller, routes.updateSite, { params, body })).status;
    for (const body of [{ spaceId: other["id"] }, { path: `${path}-2` }]) {
      expect(await update(ada, body)).toBe(403);
      expect(await update(key, body)).toBe(403);
      expect(await update(owner, body)).toBe(200);
      expect(await update(owner, own)).toBe(200);
    }
    expect(await update(ada, { ...own, title: "Renamed" })).toBe(200);
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: false } });
    expect(await update(ada, { spaceId: other["id"] })).toBe(200);
  });

  it("is requested and decided by people only, and hidden from other organizations", async () => {
    const { ada, bea, key, params, as, append, request, decide, publish, published } = await start();
    const agent = { ...Object(bea), agent: { clientId: "c", scopes: ["space:content:write"] } } as Principal;
    await append(ada, 0);
    for (const caller of [key, administrator, agent, as("r", "reader")])
      expect((await request(caller, 1)).status).toBe(403);
    await request(ada, 1);
    for (const caller of [key, administrator]) expect((await decide(caller)).status).toBe(403);
    const other = person("x", { [(await createContent()).organizationId]: "owner" });
    for (const route of [routes.getDraftReview, routes.listDraftReviews, routes.cancelDraftReview])
      expect((await call(other, route, { params })).status).toBe(404);
    const rule = { params, body: { title: "Half saved", visibility: "public", requiresApproval: false } };
    for (const [caller, status] of [
      [other, 404],
      [ada, 403],
      [key, 403],
      [agent, 403],
    ] as const)
      expect((await call(caller, routes.updateSpace, rule)).status).toBe(status);
    const space = await succeed(ada, routes.getSpace, { params });
    expect(space).toMatchObject({ requiresApproval: true });
    expect(space).not.toMatchObject({ title: "Half saved" });
    // Repeating the rule changes nothing.
    await succeed(ada, routes.updateSpace, { params, body: { requiresApproval: true } });
    await succeed(ada, routes.cancelDraftReview, { params });
    expect((await publish(ada)).status).toBe(403);
    expect(await published()).not.toBe("Reviewed");
  });

  it("stays as it is while its space is in the trash", async () => {
    const { ada, bea, params, request, decide, read } = await start();
    await request(ada, 0);
    await succeed(ada, routes.trashSpace, { params });
    for (const refused of [
      await request(bea, 0),
      await decide(bea),
      await call(ada, routes.cancelDraftReview, { params }),
    ])
      expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining("trash") } });
    await succeed(ada, routes.restoreSpace, { params });
    expect((await read(bea)).review).not.toHaveProperty("decision");
    expect((await decide(bea)).status).toBe(200);
  });

  it("is required of every way to write a page, except changes of the tree by people who manage it", async () => {
    const { ada, owner, key, params, publish } = await start({ required: false });
    expect((await publish(ada, { markdown: block })).status).toBe(200);
    const { revisionId } = await succeed(ada, routes.getPageContent, { params });
    await succeed(owner, routes.updateSpace, { params, body: { requiresApproval: true } });
    const revision = { ...params, revisionId: String(revisionId) };
    const { name } = await publishIntegration(params.organizationId, "scopes: [space:content:write]");
    const { id } = await installIntegration(platform(), name, params.organizationId);
    await installIntoResource(platform(), id, "space", params.spaceId);
    const integration: Principal = {
      type: "installation",
      integration: name,
      installation: id,
      scopes: ["space:content:write"],
    };
    const texts: readonly Write[] = [
      [routes.updatePageContent, { params, body: { markdown: "Unapproved" } }],
      [routes.updatePageContent, { params, body: { title: "Unapproved" } }],
      [routes.updatePageContent, { params, body: { markdown: "" } }],
      [routes.updatePageBlock, { params: { ...params, blockIndex: "0" }, body: { props: { a: "1" } } }],
      [routes.createPage, { params, body: { title: "New", markdown: "Unapproved" } }],
    ];
    const tree: readonly Write[] = [
      [routes.updatePage, { params, body: { title: "Unapproved" } }],
      [routes.updatePage, { params, body: { path: "unapproved" } }],
      [routes.movePage, { params, body: { parentId: null, position: 1 } }],
      [routes.restoreRevision, { params: revision, body: {} }],
      [routes.restoreRevision, { params: revision, body: { pageId: params.pageId } }],
      [routes.deletePage, { params }],
    ];
    const listAccepted = async (caller: Principal, [route, options]: Write) => {
      const { status, text } = await call(caller, route, options);
      return status === 403 && text.includes("require an approval") ? [] : [{ id: route.id, caller, status }];
    };
    const before = await succeed(ada, routes.listRevisions, { params });
    for (const write of texts)
      for (const caller of [ada, owner, key, administrator, integration])
        expect(await listAccepted(caller, write)).toEqual([]);
    for (const write of tree) {
      for (const caller of [ada, key, integration]) expect(await listAccepted(caller, write)).toEqual([]);
      // Restoring is then not without effect.
      await succeed(owner, ...write);
    }
    const after = await succeed(ada, routes.listRevisions, { params });
    expect(
      JSON.stringify(after).split("Renamed").length - JSON.stringify(before).split("Renamed").length,
    ).toBe(2);
  });

  it("isn't required for pages that sites don't show, until they or pages below them have text", async () => {
    const { ada, bea, key, params } = await start();
    const create = async (caller: Principal, body: object) =>
      String((await succeed(caller, routes.createPage, { params, body: { title: "New", ...body } }))["id"]);
    const pageId = await create(key, { parentId: params.pageId });
    const page = { spaceId: params.spaceId, pageId };
    const changes: readonly Write[] = [
      [routes.updatePage, { params: page, body: { title: "Renamed", path: "renamed" } }],
      [routes.updatePageContent, { params: page, body: { title: "Renamed", markdown: "" } }],
      [routes.movePage, { params: page, body: { parentId: null } }],
    ];
    for (const change of changes) await succeed(ada, ...change);
    await succeed(ada, routes.deletePage, { params: { ...page, pageId: await create(ada, {}) } });

    const subpage = { spaceId: params.spaceId, pageId: await create(ada, { parentId: pageId }) };
    const revisionId = String((await succeed(ada, routes.getPage, { params: subpage }))["revisionId"]);
    const text = { title: "New", markdown: "First text" };
    const draft = await succeed(ada, routes.startSharedDraft, {
      params: subpage,
      body: { ...text, format: "1", revisionId, state: base64("seed") },
    });
    const request = { ...text, draftId: draft["id"], sequence: 0 };
    const { id } = await succeed(ada, routes.requestDraftReview, { params: subpage, body: request });
    await succeed(bea, routes.decideDraftReview, {
      params: subpage,
      body: { reviewId: id, outcome: "approved" },
    });
    const publication = { params: subpage, body: { ...text, sharedDraft: draft["id"] } };
    await succeed(ada, routes.updatePageContent, publication);
    for (const change of changes) expect(await call(ada, ...change)).toMatchObject({ status: 403 });
    for (const params of [page, subpage])
      expect(await call(ada, routes.deletePage, { params })).toMatchObject({ status: 403 });
  });

  it("doesn't limit a space without the rule, and goes with its draft", async () => {
    const { ada, params, request, publish } = await start({ required: false });
    expect((await publish(ada, { markdown: "Free", sharedDraft: undefined })).status).toBe(200);
    const { items } = await succeed(ada, routes.listDraftReviews, { params });
    expect(items).toEqual([]);
    await request(ada, 0);
    await succeed(ada, routes.deletePage, { params });
    clock.now += 31 * 24 * 3600 * 1000;
    await withoutTenantScope("cleaning", () => removeOrphanedSharedDrafts(platform()));
    for (const table of ["draft_reviews", "shared_draft_authors"] as const) {
      const rows = tablesOf(platform().db).selectFrom(table).select("page_id");
      expect(await rows.where("page_id", "=", params.pageId).execute()).toEqual([]);
    }
  });
});
