import { createApiClient } from "@plugboard/api/client";
import * as contentRoutes from "../../client/routes.ts";
import { createIntegration } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { createApi } from "@plugboard/platform";
import { listSites } from "../../spaces/content.ts";
import { createVisitRecorder } from "../../spaces/visits.ts";
import { openMemoryPlatform } from "../../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { removeOldConversations } from "../conversations.ts";

async function setUp() {
  const { platform, clock } = await openMemoryPlatform(createIntegration({}));
  const [site] = await listSites(platform);
  if (site === undefined) throw new Error("the seed has a site");
  const { fetch } = createApi(platform, { authenticate: async () => ({ type: "admin" }), onError: () => {} });
  const { api: endpoint } = platform.urls;
  const api = createApiClient({
    endpoint,
    token: "any",
    fetch: (...request) => fetch(new Request(...request)),
  });
  return { platform, clock, api, params: { siteId: site.id }, spaceId: site.spaceId };
}

it("counts views per page and day", async () => {
  const { platform, clock, api, params, spaceId } = await setUp();
  const visitor = { anonymousId: "a", userAgent: "", ip: "192.0.2.1", cookies: {} };
  const recorders = [createVisitRecorder(platform), createVisitRecorder(platform)];
  const view = async (pageId: string, times: number) => {
    const visit = { ...params, spaceId, pageId, visitor, url: "", referrer: "" };
    for (let count = 0; count < times; count += 1) await recorders[count % 2]?.recordView(visit);
  };
  await view("pag_a", 3);
  await view("pag_b", 1);
  clock.now += 24 * 3600_000;
  await view("pag_a", 2);
  const list = async (query = {}) => (await api.call(contentRoutes.listSiteViews, { params, query })).items;
  expect(await list()).toEqual([
    { day: "2026-01-01", pageId: "pag_a", views: 3 },
    { day: "2026-01-01", pageId: "pag_b", views: 1 },
    { day: "2026-01-02", pageId: "pag_a", views: 2 },
  ]);
  expect(await list({ from: "2026-01-02" })).toHaveLength(1);
  expect(await list({ to: "2026-01-01" })).toHaveLength(2);
});

it("stores each conversation once, for 90 days", async () => {
  const { platform, clock, api, params } = await setUp();
  const conversation = (id: string, text: string) => ({
    id,
    startedAt: "2025-12-31T00:00:00.000Z",
    messages: [{ role: "user" as const, text }],
  });
  const ingest = (...conversations: ReturnType<typeof conversation>[]) =>
    api.call(contentRoutes.ingestConversations, { params, body: { conversations } });
  expect(await ingest(conversation("a", "one"), conversation("b", "two"))).toEqual({ accepted: 2 });
  clock.now += 1000;
  await ingest(conversation("a", "changed"));
  const first = await api.call(contentRoutes.listConversations, { params, query: { limit: 1 } });
  const second = await api.call(contentRoutes.listConversations, {
    params,
    query: { limit: 1, cursor: first.next },
  });
  expect([...first.items, ...second.items].map(({ id, messages }) => [id, messages[0]?.text])).toEqual([
    ["a", "changed"],
    ["b", "two"],
  ]);
  expect(second.next).toBeUndefined();
  clock.now += 90 * 24 * 3600_000 - 500;
  expect(await removeOldConversations(platform)).toBe(1);
});

it("accepts valid OpenAPI documents in versions, and reads no files for them", async () => {
  const { api, params } = await setUp();
  const location = { params: { ...params, documentName: "pets" } };
  const upload = (text: string) =>
    api.call(contentRoutes.uploadOpenApiDocument, { ...location, body: { text } });
  const text = (title: string) => `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`;
  expect(await upload(text("Pets"))).toMatchObject({
    name: "pets",
    version: 1,
    title: "Pets",
    specification: "3.1",
  });
  const swagger = { swagger: "2.0", info: { title: "Old", version: "1" }, paths: {} };
  expect(await upload(JSON.stringify(swagger))).toMatchObject({ version: 2, specification: "2.0" });
  expect(
    (await api.call(contentRoutes.listOpenApiDocuments, { params })).items.map(({ title }) => title),
  ).toEqual(["Old"]);
  const old = await api.call(contentRoutes.getOpenApiDocument, { ...location, query: { version: 1 } });
  expect(old.text).toBe(text("Pets"));
  const aliases = `a: &a [x]\nb: &b [${"*a,".repeat(90)}]\nc: [${"*b,".repeat(90)}]`;
  for (const wrong of ["openapi: 3.1.0", "/etc/passwd", "[1]", "{", aliases, "openapi: 9.9.9\ninfo: {}"])
    await expect(upload(wrong)).rejects.toMatchObject({
      code: "invalid_request",
      problems: expect.arrayContaining([
        { path: expect.stringMatching(/^text/), message: expect.any(String) },
      ]),
    });
});
