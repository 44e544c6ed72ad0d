import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { listEvents } from "@plugboard/api/routes";
import { contentContract } from "@plugboard/content/contract";
import {
  createPage,
  createSitePreview,
  createSpace,
  createSiteInstallation,
  trashSpace,
  restoreSpace,
  updatePageConditions,
  updateSiteAccess,
  updateSiteCustomization,
  updateSiteSections,
  updateSpace,
  uploadImage,
  uploadOpenApiDocument,
} from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { watchStatements } from "../../../../packages/platform/src/fixtures/watch-statements.fixture.ts";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

const withId = z.object({ id: z.string() });

describe("a site with sections", () => {
  const { server, succeed, seeded, publish, install } = setUpServer();
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${server().urls.public}/sites/handbook/${path}`, { redirect: "manual", ...init });
  const read = async (path: string) => await (await get(path)).text();
  const params = () => ({ siteId: seeded().site, spaceId: seeded().space });
  let reference = "";
  const section = () => ({ path: "api", title: "API & <more>", spaceId: reference });
  const setSections = (sections: readonly unknown[]) =>
    succeed(updateSiteSections, { params: params(), body: { home: { title: "Guides" }, sections } });

  beforeAll(async () => {
    const body = { organization: seeded().organization, title: "Reference", visibility: "public" };
    reference = withId.parse(await succeed(createSpace, { body })).id;
    const create = async (title: string, markdown: string) =>
      withId.parse(await succeed(createPage, { params: { spaceId: reference }, body: { title, markdown } }))
        .id;
    await create("Requests", "See [errors](errors.md). Every webhook request is signed.");
    await create("Errors", "Peculiar errors.");
    // As in the site's own space.
    await create("Welcome", "To the API.");
    const pageId = await create("Secret", "Peculiar plans.");
    await succeed(updatePageConditions, {
      params: { spaceId: reference, pageId },
      body: { conditions: [{ claim: "plan", anyOf: ["pro"] }] },
    });
    await setSections([section()]);
  });

  it("shows each below its path, with tabs and a canonical URL", async () => {
    const home = await read("");
    expect(home).toContain('<a href="/sites/handbook/" aria-current="true">Guides</a>');
    expect(home).toContain('<a href="/sites/handbook/api/">API &amp; &lt;more&gt;</a>');
    const first = await read("api/");
    expect(first).toContain('<a href="/sites/handbook/api/" aria-current="true">API &amp; &lt;more&gt;</a>');
    expect(first).toContain(`rel="canonical" href="${server().urls.public}/sites/handbook/api/"`);
    expect(first).toContain('<a href="/sites/handbook/api/errors">errors</a>');
    expect(first).not.toContain("Secret");
    const page = await read("api/welcome");
    expect(page).toContain("To the API.");
    expect(page).toContain(`rel="canonical" href="${server().urls.public}/sites/handbook/api/welcome"`);
    expect(page).toContain('rel="prev" href="/sites/handbook/api/errors"');
    const redirected = await get("api");
    expect([redirected.status, redirected.headers.get("location")]).toEqual([302, "/sites/handbook/api/"]);
    for (const missing of [
      "nothing/",
      "nothing/welcome",
      "welcome/",
      "api/nothing",
      "api/secret",
      "api/api/",
    ])
      expect([missing, (await get(missing)).status]).toEqual([missing, 404]);
  });

  it("wins over a page of the site's own space with its path", async () => {
    // A retried test has created the page before.
    const path = `late-${Date.now()}`;
    await setSections([{ ...section(), path }]);
    await succeed(createPage, { params: params(), body: { title: "Late", path, markdown: "Later" } });
    expect((await get(path)).headers.get("location")).toBe(`/sites/handbook/${path}/`);
    await setSections([section()]);
    expect((await get(path)).status).toBe(200);
  });

  it("searches the open section, and all of them on request", async () => {
    const open = await read("api/~search?q=webhook");
    expect(open).toContain("One page for “webhook”.");
    expect(open).toContain('<a href="/sites/handbook/api/requests">Requests</a>');
    expect(open).toContain('<a href="/sites/handbook/api/~search?q=webhook&amp;all">All sections</a>');
    expect(open).not.toContain('name="all"');
    const all = await read("api/~search?q=webhook&all");
    expect(all).toContain('<a href="/sites/handbook/integrations">Integrations</a>');
    expect(all).toContain('<a href="/sites/handbook/api/requests">Requests</a>');
    expect(all).toContain('aria-current="true">All sections</a>');
    expect(all).toContain('name="all"');
    expect(await read("~search?q=peculiar&all")).not.toContain("Secret");
    expect(await read("~search?q=peculiar")).toContain("No results");
  });

  it("emits views and feedback of the shown space", async () => {
    const before = z.object({ items: z.array(withId) }).parse(await succeed(listEvents)).items;
    await get("api/welcome");
    const rated = await get("api/welcome/feedback", {
      method: "POST",
      body: new URLSearchParams({ rating: "good" }),
    });
    const url = `${server().urls.public}/sites/handbook/api/welcome`;
    expect([rated.status, rated.headers.get("location")]).toEqual([303, `${url}?feedback=sent#feedback`]);
    const { items } = z
      .object({ items: z.array(z.looseObject({ id: z.string(), type: z.string() })) })
      .parse(await succeed(listEvents));
    const known = new Set(before.map(({ id }) => id));
    const added = items.filter(({ id }) => !known.has(id));
    expect(added.map(({ type }) => type).toSorted()).toEqual(["page_feedback", "site_view", "space_view"]);
    expect(JSON.stringify(added.find(({ type }) => type === "space_view"))).toContain(reference);
  });

  it("shows programs each section, and the whole site with MCP", async () => {
    const url = `${server().urls.public}/sites/handbook`;
    expect(await read("llms.txt")).toContain(`(${url}/api/llms.txt)`);
    const text = await read("api/llms.txt");
    expect(text).toContain(`- [Requests](${url}/api/requests.md)`);
    expect(text).toContain(`(${url}/llms.txt)`);
    expect(await read("api/requests.md")).toContain(`(${url}/api/errors.md)`);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/~plugboard/mcp`)));
    onTestFinished(() => client.close());
    const found = JSON.stringify(
      await client.callTool({ name: "search_pages", arguments: { query: "webhook" } }),
    );
    expect(found).toContain(`${url}/integrations`);
    expect(found).toContain(`${url}/api/requests`);
    const call = async (path: string) =>
      JSON.stringify(await client.callTool({ name: "read_page", arguments: { path } }));
    expect(await call("api/welcome")).toContain("To the API.");
    expect(await call("api/secret")).toContain("has no page with the path api/secret");
    expect(await call("nothing/welcome")).toContain("has no page with the path nothing/welcome");
  });

  it("has the site's appearance and OpenAPI documents, and its own images", async () => {
    const image = z.object({ path: z.string() }).parse(
      await succeed(uploadImage, {
        params: { spaceId: reference },
        body: contentContract.operations.uploadImage.example.body,
      }),
    );
    expect((await get(`api/${image.path}`)).status).toBe(200);
    expect((await get(image.path)).status).toBe(404);
    await succeed(updateSiteCustomization, { params: params(), body: { logoUrl: "~images/img_1.png" } });
    const { text } = z
      .object({ text: z.string() })
      .parse(contentContract.operations.uploadOpenApiDocument.example.body);
    await succeed(uploadOpenApiDocument, { params: { ...params(), documentName: "pets" }, body: { text } });
    const page = await read("api/welcome");
    expect(page).toContain('src="/sites/handbook/~images/img_1.png"');
    expect(page).toContain('<a href="/sites/handbook/~api/pets">Pets</a>');
    expect((await get("~api/pets")).status).toBe(200);
    await succeed(updateSiteCustomization, { params: params(), body: {} });
  });

  it("lists the public pages of each section in a sitemap", async () => {
    const root = `${server().urls.public}/sites/handbook`;
    expect(await read("sitemap.xml")).toContain(
      `<sitemap><loc>${root}/sitemap-pages.xml</loc></sitemap><sitemap><loc>${root}/api/sitemap-pages.xml</loc></sitemap>`,
    );
    const response = await get("api/sitemap-pages.xml");
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const sitemap = await response.text();
    expect(sitemap).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><urlset /);
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc><lastmod>20\d\d-.*?Z</g)].map(([, url]) => url)).toEqual([
      `${root}/api/`,
      `${root}/api/errors`,
      `${root}/api/welcome`,
    ]);
    expect(await read("robots.txt")).toContain(`\nSitemap: ${root}/sitemap.xml\n`);
    const spaceParams = { params: { spaceId: reference } };
    await succeed(updateSpace, { ...spaceParams, body: { visibility: "unlisted" } });
    expect(await read("sitemap.xml")).not.toContain("api/");
    expect((await get("api/sitemap-pages.xml")).status).toBe(404);
    await succeed(updateSpace, { ...spaceParams, body: { visibility: "public" } });
  });

  it("returns to the page after a choice about cookies, and never leaves the site", async () => {
    const choose = async (page: string) =>
      (
        await get("~consent", { method: "POST", body: new URLSearchParams({ cookies: "no", page }) })
      ).headers.get("location");
    const root = `${server().urls.public}/sites/handbook`;
    expect(await choose("api/welcome")).toBe(`${root}/api/welcome`);
    expect(await choose("../../x/./%2e%2e/")).toBe(`${root}/x/%252e%252e`);
  });

  it("follows the visibility of each space, and shows private ones in previews", async () => {
    const spaceParams = { params: { spaceId: reference } };
    await succeed(updateSpace, { ...spaceParams, body: { visibility: "private" } });
    expect((await get("api/")).status).toBe(404);
    expect(await read("")).not.toContain("Sections");
    const { url } = z
      .object({ url: z.string() })
      .parse(await succeed(createSitePreview, { params: params() }));
    const preview = await (await fetch(`${url}api/welcome`)).text();
    const { pathname } = new URL(url);
    expect(preview).toContain(`<a href="${pathname}api/" aria-current="true">`);
    expect(preview).toContain("Secret");
    await succeed(updateSpace, { ...spaceParams, body: { visibility: "unlisted" } });
    expect((await get("api/")).headers.get("x-robots-tag")).toBe("noindex");
    expect((await get("")).headers.get("x-robots-tag")).toBeNull();
    await succeed(trashSpace, spaceParams);
    expect((await get("api/")).status).toBe(404);
    expect((await get("")).status).toBe(200);
    await succeed(restoreSpace, spaceParams);
    await succeed(updateSpace, { ...spaceParams, body: { visibility: "public" } });
  });

  it("shows versions and languages of a section, and the same page in each", async () => {
    const create = async (title: string, ...pages: readonly string[]) => {
      const body = { organization: seeded().organization, title, visibility: "public" };
      const { id: spaceId } = withId.parse(await succeed(createSpace, { body }));
      for (const page of pages)
        await succeed(createPage, {
          params: { spaceId },
          body: { title: page, markdown: `${title} variant` },
        });
      return spaceId;
    };
    const variants = [
      { path: "ar", title: "العربية", language: "ar", spaceId: await create("Arabic", "Start", "Errors") },
    ];
    const home = {
      title: "Guides",
      variants: [
        { path: "ar", title: "دليل", language: "ar", spaceId: await create("Arabic guide", "Hello") },
      ],
    };
    await succeed(updateSiteSections, {
      params: params(),
      body: { home, sections: [{ ...section(), variantTitle: "English", variants }] },
    });
    const root = `${server().urls.public}/sites/handbook`;
    const english = await read("api/errors");
    expect(english).toContain('<html lang="en" data-theme');
    expect(english).toContain('<a href="/sites/handbook/api/errors?variant" aria-current="true">English</a>');
    expect(english).toContain(
      '<a href="/sites/handbook/api/ar/errors?variant" lang="ar" hreflang="ar">العربية</a>',
    );
    expect(english).toContain(`<link rel="alternate" hreflang="ar" href="${root}/api/ar/errors" />`);
    expect(english).toContain(`<link rel="alternate" hreflang="en" href="${root}/api/errors" />`);
    // Sites don't show a page without text, so it is no translation yet.
    for (const { spaceId } of variants)
      await succeed(createPage, { params: { spaceId }, body: { title: "Later", path: "welcome" } });
    expect(await read("api/welcome")).not.toContain('rel="alternate" hreflang');
    const missing = await get("api/ar/welcome?variant");
    expect([missing.status, missing.headers.get("location")]).toEqual([302, "/sites/handbook/api/ar/"]);
    const arabic = await read("api/ar/errors");
    expect(arabic).toContain('<html lang="ar" dir="rtl" data-theme');
    expect(arabic).toContain(`rel="canonical" href="${root}/api/ar/errors"`);
    // Other tabs lead to the same language.
    expect(arabic).toContain('<a href="/sites/handbook/ar/">Guides</a>');
    expect(arabic).toContain('<a href="/sites/handbook/api/ar/" aria-current="true">');
    const found = await read("api/ar/~search?q=variant&all");
    expect(found).toContain('href="/sites/handbook/api/ar/errors"');
    expect(found).toContain('href="/sites/handbook/ar/hello"');
    expect(await read("api/~search?q=variant")).toContain("No results");
    expect((await get("api/ar")).headers.get("location")).toBe("/sites/handbook/api/ar/");
    expect(await read("api/ar/llms.txt")).toContain(`(${root}/ar/llms.txt)`);
    expect(await read("api/ar/errors.md")).toContain("Arabic variant");
    expect(await read("sitemap.xml")).toContain(`<loc>${root}/api/ar/sitemap-pages.xml</loc>`);
    const rated = await get("api/ar/errors/feedback", {
      method: "POST",
      body: new URLSearchParams({ rating: "good" }),
    });
    expect(rated.headers.get("location")).toBe(`${root}/api/ar/errors?feedback=sent#feedback`);
    await setSections([section()]);
  });

  it("has its own texts in the language of the section, also on error pages", async () => {
    const body = { organization: seeded().organization, title: "German", visibility: "public" };
    const markdown = "Text\n\n- [x] a\n- [ ] b\n\n> [!TIP]\n> c\n\n```mermaid\npie\n```\n";
    const { id: spaceId } = withId.parse(await succeed(createSpace, { body }));
    await succeed(createPage, { params: { spaceId }, body: { title: "Start", markdown } });
    const variants = [{ path: "de", title: "German", language: "de-AT", spaceId }];
    await succeed(updateSiteSections, {
      params: params(),
      body: { home: { title: "Guides", variants }, sections: [section()] },
    });
    const [english, german] = [siteTextsIn(), siteTextsIn("de")];
    expect(german.feedback.question).not.toBe(english.feedback.question);
    const start = await read("de/start");
    const { done, toDo, hints, diagram, diagramSource } = german.page;
    const inPage = [done, toDo, hints.tip, diagram, diagramSource];
    for (const text of [german.skipToContent, german.search.label, german.feedback.question, ...inPage])
      expect(start).toContain(text);
    for (const text of [english.feedback.question, english.page.toDo, english.page.diagramSource])
      expect(start).not.toContain(text);
    expect(await read("de/~search?q=Text")).toContain(german.search.found(1, "Text"));
    const asPage = { headers: { accept: "text/html" } };
    expect(await (await get("de/nothing", asPage)).text()).toContain(german.errors.notFound.title);
    expect(await (await get("nothing", asPage)).text()).toContain(english.errors.notFound.title);
    expect(await read("welcome")).toContain(english.feedback.question);
    await setSections([section()]);
  });

  it("takes the statements of a site with one space", async () => {
    const count = async (path: string) => {
      let statements = 0;
      await watchStatements(
        (text) => (statements += /"(?:sites|site_spaces|pages|page_conditions)"/.test(text) ? 1 : 0),
        () => get(path, { method: "HEAD" }),
      );
      return statements;
    };
    await setSections([]);
    const before = await count("welcome");
    expect(before).toBeGreaterThan(2);
    const { organization } = seeded();
    const sections = [section()];
    for (let index = 1; index < 20; index += 1) {
      const body = { organization, title: `Space ${index}`, visibility: "public" };
      const { id } = withId.parse(await succeed(createSpace, { body }));
      sections.push({ path: `section-${index}`, title: `Section ${index}`, spaceId: id });
    }
    await setSections(sections);
    expect(await read("")).toContain("Section 19");
    expect([await count("welcome"), await count("api/welcome")]).toEqual([before, before]);
    await setSections([section()]);
  });

  it("hides its sections from visitors who haven't signed in", async () => {
    await publish(
      "gate",
      createIntegration({
        fetch_visitor_authentication: () =>
          new Response(null, { status: 302, headers: { location: "https://login.example/" } }),
      }),
      "scopes: [site:visitor:auth]",
    );
    const installationId = await install("gate");
    await succeed(createSiteInstallation, { params: { ...params(), installationId } });
    const access = (body: unknown) => succeed(updateSiteAccess, { params: params(), body });
    await access({ audience: "visitors", installation: installationId });
    for (const path of ["", "api/", "api/welcome", "nothing/", "nothing/welcome"]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("location"), await response.text()]).toEqual([
        path,
        303,
        "https://login.example/",
        expect.not.stringContaining("API"),
      ]);
    }
    expect((await get("sitemap.xml")).status).toBe(404);
    expect(await read("robots.txt")).not.toContain("Sitemap");
    for (const path of [
      "sitemap-pages.xml",
      "api/sitemap-pages.xml",
      "api/llms.txt",
      "nothing/llms.txt",
      "api/welcome.md",
      "api/~images/x.png",
      "nothing/~images/x.png",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    await access({ audience: "everyone" });
  });
});
