import { type Scope, scopes } from "@plugboard/api";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import * as contentRoutes from "../../client/routes.ts";
import type { ContentEventType } from "../../events/content-event.ts";
import { createIntegration } from "../../integration.ts";
import { describe, expect, it } from "vitest";
import { type Principal, installIntegration, installIntoResource, createApi } from "@plugboard/platform";
import { listSites } from "../content.ts";
import { openMemoryPlatform } from "../../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { findPublishedSite } from "../../sites/find-published-site.ts";

async function setUp() {
  const memory = await openMemoryPlatform(createIntegration({}));
  const { platform, publish } = memory;
  const [site] = await listSites(platform);
  if (site === undefined) throw new Error("the seed has a site");
  const { organizationId, spaceId, id: siteId } = site;
  await publish("greeter", "scopes: []");
  const { id: installationId } = await installIntegration(platform, "greeter", organizationId);
  await installIntoResource(platform, installationId, "space", spaceId);
  await installIntoResource(platform, installationId, "site", siteId);
  const apiOf = (caller: Principal) =>
    createApi(platform, { authenticate: async () => caller, onError: () => {} });
  const clientOf = (caller: Principal): ApiClient => {
    const { fetch } = apiOf(caller);
    const { api: endpoint } = platform.urls;
    return createApiClient({ endpoint, token: "any", fetch: (...request) => fetch(new Request(...request)) });
  };
  const withScopes = (held: readonly Scope[]): Principal => ({
    type: "installation",
    integration: "greeter",
    installation: installationId,
    scopes: held,
  });
  const events = async (type: ContentEventType) => {
    const rows = await platform.db.selectFrom("events").select("payload").where("type", "=", type).execute();
    return rows.map(({ payload }): unknown => JSON.parse(payload));
  };
  return { ...memory, organizationId, spaceId, siteId, apiOf, clientOf, withScopes, events };
}

describe("the content API", () => {
  it("creates, moves, changes, compares and restores content, with an event for each change", async () => {
    const { platform, organizationId, clientOf, events } = await setUp();
    const api = clientOf({ type: "admin" });
    const body = { organization: organizationId, title: "Guides" };
    const space = await api.call(contentRoutes.createSpace, { body, idempotencyKey: "guides" });
    expect(await api.call(contentRoutes.createSpace, { body, idempotencyKey: "guides" })).toEqual(space);
    expect(space).toMatchObject({ title: "Guides", visibility: "private", revisionId: "" });
    const params = { spaceId: space.id };

    await api.call(contentRoutes.updateSpace, { params, body: { visibility: "public", title: "Handbook" } });
    await api.call(contentRoutes.updateSpace, { params, body: { visibility: "public" } });
    expect(await events("space_visibility_updated")).toEqual([
      { spaceId: space.id, previousVisibility: "private", visibility: "public" },
    ]);

    const create = { params, body: { title: "Start", markdown: "# Start\n" }, idempotencyKey: "start" };
    const start = await api.call(contentRoutes.createPage, create);
    expect(await api.call(contentRoutes.createPage, create)).toEqual(start);
    const more = await api.call(contentRoutes.createPage, { params, body: { title: "More", path: "more" } });
    const pageId = more.id;
    const moved = await api.call(contentRoutes.movePage, {
      params: { ...params, pageId },
      body: { parentId: start.id },
    });
    expect(moved).toMatchObject({ parentId: start.id, position: 0, revisionId: more.revisionId });
    const files = await api.call(contentRoutes.listPageFiles, { params });
    expect(files.items).toEqual(
      [
        { pageId: start.id, path: "start.md" },
        { pageId, path: "start/more.md" },
      ].toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1)),
    );
    const rename = (path: string, ifMatch?: string) =>
      api.call(contentRoutes.updatePage, { params: { ...params, pageId }, body: { path }, ifMatch });
    await expect(rename("start")).rejects.toMatchObject({ code: "conflict" });
    await expect(rename("further", start.revisionId)).rejects.toMatchObject({ code: "precondition_failed" });
    expect(await rename("further", more.revisionId)).toMatchObject({ path: "further", title: "More" });
    const { items } = await api.call(contentRoutes.listPages, { params });
    expect(items.map(({ path }) => path)).toEqual(["start", "further"]);

    const { items: revisions, next } = await api.call(contentRoutes.listRevisions, {
      params,
      query: { limit: 2 },
    });
    expect([revisions.map(({ summary }) => summary), next]).toEqual([["Renamed More", "Moved More"], "3"]);
    const older = await api.call(contentRoutes.listRevisions, { params, query: { cursor: next } });
    expect(older.items.map(({ number }) => number)).toEqual([2, 1]);
    const revisionId = revisions[0]?.id ?? "";
    const since = older.items[0]?.id;
    const changes = await api.call(contentRoutes.listRevisionChanges, {
      params: { ...params, revisionId },
      query: { since },
    });
    expect(changes.items).toEqual([{ pageId, title: "More", changes: ["renamed", "edited", "moved"] }]);
    expect(await events("space_content_updated")).toHaveLength(4);

    await api.call(contentRoutes.deletePage, { params: { ...params, pageId: start.id } });
    expect((await api.call(contentRoutes.listPages, { params })).items).toEqual([]);
    const restored = await api.call(contentRoutes.restoreRevision, {
      params: { ...params, revisionId },
      body: {},
    });
    expect((await events("space_content_updated")).at(-1)).toEqual({
      spaceId: space.id,
      revisionId: restored.revisionId,
    });
    const then = { ...params, revisionId, pageId: start.id };
    expect(await api.call(contentRoutes.getRevisionPage, { params: then })).toMatchObject({
      markdown: "# Start\n",
    });
    const { pages, author } = await api.call(contentRoutes.getRevision, {
      params: { ...params, revisionId },
    });
    expect([pages.map(({ path }) => path), author]).toEqual([
      ["start", "further"],
      { type: "administrator" },
    ]);

    expect(await api.call(contentRoutes.trashSpace, { params })).toHaveProperty("trashedAt");
    await expect(rename("again")).rejects.toMatchObject({ code: "conflict" });
    expect(await api.call(contentRoutes.restoreSpace, { params })).not.toHaveProperty("trashedAt");

    const ofStart = await api.call(contentRoutes.listRevisions, { params, query: { page: start.id } });
    expect(ofStart.items.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Restored revision/),
      "Created Start",
    ]);

    const site = await api.call(contentRoutes.createSite, {
      body: { spaceId: space.id, title: "Acme Guides" },
    });
    expect(site.urls.published).toMatch(/\/sites\/acme-guides\/$/);
    const taken = api.call(contentRoutes.updateSite, {
      params: { siteId: site.id },
      body: { path: "handbook" },
    });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
    const change = { title: "Guides", path: "guides" };
    expect(
      await api.call(contentRoutes.updateSite, { params: { siteId: site.id }, body: change }),
    ).toMatchObject(change);
    const ofSite = { params: { siteId: site.id } };
    expect(await findPublishedSite(platform, "guides")).toMatchObject({ site: { id: site.id } });
    expect(await api.call(contentRoutes.trashSite, ofSite)).toHaveProperty("trashedAt");
    await expect(findPublishedSite(platform, "guides")).rejects.toMatchObject({ code: "not_found" });
    expect(await api.call(contentRoutes.restoreSite, ofSite)).not.toHaveProperty("trashedAt");
    expect(await findPublishedSite(platform, "guides")).toMatchObject({ site: { id: site.id } });
  });

  it("stores each caller's draft of a page, without a revision or an event", async () => {
    const { organizationId, spaceId, clientOf, events } = await setUp();
    const memberships = [{ organization: organizationId, role: "editor" as const }];
    const [ada, bea] = ["ada", "bea"].map((id) => clientOf({ type: "member", id, name: id, memberships }));
    if (ada === undefined || bea === undefined) throw new Error("there are two");
    const [page] = (await ada.call(contentRoutes.listPages, { params: { spaceId } })).items;
    const params = { spaceId, pageId: page?.id ?? "" };
    const body = { title: "", markdown: "Half a sen", revisionId: page?.revisionId ?? "" };
    const first = await ada.call(contentRoutes.savePageDraft, { params, body, ifNoneMatch: "*" });
    const next = { ...body, markdown: "Half a sentence." };
    const second = await ada.call(contentRoutes.savePageDraft, {
      params,
      body: next,
      ifMatch: first.version,
    });
    const late = ada.call(contentRoutes.savePageDraft, { params, body, ifMatch: first.version });
    await expect(late).rejects.toMatchObject({ code: "precondition_failed" });
    expect(await ada.call(contentRoutes.getPageDraft, { params })).toEqual({ draft: second });
    const { items } = await ada.call(contentRoutes.listPageDrafts, { params: { spaceId } });
    expect(items).toEqual([
      {
        pageId: params.pageId,
        revisionId: body.revisionId,
        version: second.version,
        updatedAt: second.updatedAt,
      },
    ]);
    expect(await bea.call(contentRoutes.listPageDrafts, { params: { spaceId } })).toEqual({ items: [] });
    expect(await bea.call(contentRoutes.getPageDraft, { params })).toEqual({});
    expect(await events("space_content_updated")).toEqual([]);
    expect((await ada.call(contentRoutes.listRevisions, { params: { spaceId } })).items).toHaveLength(1);
    const again = ada.call(contentRoutes.savePageDraft, { params, body, ifNoneMatch: "*" });
    await expect(again).rejects.toMatchObject({ code: "precondition_failed" });
    const discardOld = ada.call(contentRoutes.discardPageDraft, { params, ifMatch: first.version });
    await expect(discardOld).rejects.toMatchObject({ code: "precondition_failed" });
    expect(await ada.call(contentRoutes.getPageDraft, { params })).toEqual({ draft: second });
    await ada.call(contentRoutes.discardPageDraft, { params, ifMatch: second.version });
    await ada.call(contentRoutes.discardPageDraft, { params, ifMatch: second.version });
    expect(await ada.call(contentRoutes.getPageDraft, { params })).toEqual({});
    const missing = ada.call(contentRoutes.getPageDraft, { params: { spaceId, pageId: "pag_missing" } });
    await expect(missing).rejects.toMatchObject({ code: "not_found" });
  });

  it("requires exactly the contract's scope for each operation on a space or site", async () => {
    const { platform, spaceId, siteId, apiOf, withScopes } = await setUp();
    const ids: Readonly<Record<string, string>> = { spaceId, siteId };
    for (const scope of scopes) {
      const { fetch } = apiOf(withScopes([scope]));
      for (const { id, access, path, method } of Object.values<AnyOperation>(operations)) {
        if (typeof access === "string") continue;
        const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? "nobody");
        const { status } = await fetch(new Request(`${platform.urls.api}${url}`, { method }));
        expect(`${id} with ${scope}: ${status === 403}`).toBe(
          `${id} with ${scope}: ${scope !== access.scope}`,
        );
      }
    }
  });
});
