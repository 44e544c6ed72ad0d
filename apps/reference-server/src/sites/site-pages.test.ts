import { listEvents } from "@plugboard/api/routes";
import {
  createPage,
  createSite,
  createSitePreview,
  createSpace,
  deletePage,
  getPage,
  getSiteCustomization,
  listMatchingPages,
  previewSiteCustomization,
  updatePageConditions,
  updatePageContent,
  updateSiteCustomization,
  updateSpace,
  uploadOpenApiDocument,
} from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

describe("a published site", () => {
  const { server, call, succeed, seeded } = setUpServer();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server().urls.public}/sites/handbook/${path}`, { redirect: "manual", headers });
  const read = async (path: string) => await (await get(path)).text();
  const countEvents = async () =>
    z.object({ items: z.array(z.unknown()) }).parse(await succeed(listEvents)).items.length;
  const siteParams = () => ({ params: { siteId: seeded().site } });

  it("has a search over the pages the visitor can read", async () => {
    const { space: spaceId } = seeded();
    const hidden = z.object({ id: z.string() }).parse(
      await succeed(createPage, {
        params: { spaceId },
        body: { title: "Secret", markdown: "Webhook of the <b>house</b>" },
      }),
    );
    expect(await read("~search?q=HOUSE")).toContain("of the &lt;b&gt;<mark>house</mark>&lt;/b&gt;");
    await succeed(updatePageConditions, {
      params: { spaceId, pageId: hidden.id },
      body: { conditions: [{ claim: "plan", anyOf: ["pro"] }] },
    });
    const results = await read("~search?q=webhook+SIGNED");
    expect(results).toContain('<a href="/sites/handbook/integrations">Integrations</a>');
    expect(results).toContain("One page for “webhook SIGNED”.");
    expect(results).not.toContain("Secret");
    expect(await read("~search?q=house")).toContain("No results for “house”.");
    expect(await read(`~search?q=${encodeURIComponent("<script>alert(1)</script>")}`)).not.toContain(
      "<script",
    );
    expect((await get(`~search?q=${"x ".repeat(3000)}`)).status).toBe(200);
    expect(
      await succeed(listMatchingPages, { params: { spaceId }, query: { query: "webhook", limit: 1 } }),
    ).toMatchObject({ items: [{ title: "Integrations", path: "integrations" }], next: expect.any(String) });
  });

  it("shows a page once it or a page below it has text", async () => {
    const params = { spaceId: seeded().space };
    const create = async (body: object) =>
      z.object({ id: z.string(), characters: z.int() }).parse(await succeed(createPage, { params, body }));
    const parent = await create({ title: "Empty parent" });
    expect(parent.characters).toBe(0);
    const { id: pageId } = await create({ title: "Empty page", parentId: parent.id });
    for (const path of ["welcome", "llms.txt", "~search?q=empty"])
      expect(await read(path)).not.toMatch(/Empty (?:parent|page)/);
    expect((await get("empty-page")).status).toBe(404);
    const preview = z
      .object({ url: z.string() })
      .parse(await succeed(createSitePreview, { ...siteParams(), body: {} }));
    expect(await (await fetch(preview.url)).text()).toContain("Empty page");

    await succeed(updatePageContent, { params: { ...params, pageId }, body: { markdown: "😀 text" } });
    expect(await succeed(getPage, { params: { ...params, pageId } })).toMatchObject({ characters: 6 });
    const page = await read("empty-page");
    expect(page).toContain("😀 text");
    expect(page).toContain('href="/sites/handbook/empty-parent"');
    await succeed(deletePage, { params: { ...params, pageId: parent.id } });
  });

  it("says that it has no pages yet", async () => {
    const body = { organization: seeded().organization, title: "Drafts", visibility: "public" };
    const { id: spaceId } = z.object({ id: z.string() }).parse(await succeed(createSpace, { body }));
    await succeed(createSite, { body: { spaceId, title: "Drafts", path: "drafts" } });
    const site = await fetch(`${server().urls.public}/sites/drafts/`);
    expect([site.status, await site.text()]).toEqual([
      200,
      expect.stringContaining("There are no pages yet."),
    ]);
  });

  it("links each page to the previous and next one", async () => {
    const page = await read("integrations");
    expect(page).toContain('rel="prev" href="/sites/handbook/welcome"');
    expect(page).toContain('rel="next" href="/sites/handbook/feedback"');
    expect(await read("welcome")).not.toContain('rel="prev"');
  });

  it("responds to errors with pages for people and problem documents for programs", async () => {
    const missing = await get("nothing-here");
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const text = await missing.text();
    expect(text).toContain("Page not found");
    expect(text).toContain('<a href="/sites/handbook/">');
    const rating = await fetch(`${server().urls.public}/sites/handbook/welcome/feedback`, { method: "POST" });
    expect([rating.status, await rating.text()]).toEqual([
      400,
      expect.stringContaining("Choose a rating (good, ok or bad)"),
    ]);
    const nowhere = await fetch(`${server().urls.public}/<b>`);
    expect([nowhere.status, await nowhere.text()]).toEqual([404, expect.not.stringContaining("<b>")]);
    const response = await get("nothing-here", { accept: "application/json" });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json",
    ]);
  });

  it("has its appearance on error pages too", async () => {
    const body = {
      logoUrl: "https://acme.example/logo.svg",
      iconUrl: "https://acme.example/icon.svg",
      accent: { light: "#123456", dark: "#8ea6ff" },
      theme: "dark",
      font: "geist",
    };
    await succeed(updateSiteCustomization, { ...siteParams(), body });
    const missing = await get("nothing-here");
    expect(missing.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; img-src 'self' https: data:; font-src ${server().urls.public}/site-assets/`,
    );
    const text = await missing.text();
    for (const part of [
      "<title>Page not found · Acme Handbook</title>",
      '<html lang="en" data-theme="dark">',
      'href="https://acme.example/icon.svg"',
      '<a class="title" href="/sites/handbook/"><img src="https://acme.example/logo.svg" alt="" height="28" />Acme Handbook</a>',
      "light-dark(#123456, #8ea6ff)",
      '"Geist Variable"',
    ])
      expect(text).toContain(part);
    // Someone without access learns nothing about a site that isn't published.
    const { space: spaceId } = seeded();
    await succeed(updateSpace, { params: { spaceId }, body: { visibility: "private" } });
    expect(await read("nothing-here")).not.toContain("Acme");
    await succeed(updateSpace, { params: { spaceId }, body: { visibility: "public" } });
    await succeed(updateSiteCustomization, { ...siteParams(), body: {} });
  });

  it("can be previewed completely, private or not, without counting visits", async () => {
    const { space: spaceId } = seeded();
    await succeed(updateSpace, { params: { spaceId }, body: { visibility: "private" } });
    const { url } = z.object({ url: z.string() }).parse(await succeed(createSitePreview, siteParams()));
    const before = await countEvents();
    expect((await get("welcome")).status).toBe(404);
    const page = await fetch(`${url}welcome`);
    expect([page.status, page.headers.get("referrer-policy"), page.headers.get("x-robots-tag")]).toEqual([
      200,
      "no-referrer",
      "noindex",
    ]);
    const text = await page.text();
    const base = new URL(url).pathname;
    for (const part of ["Preview.", `href="${base}secret"`, `action="${base}welcome/feedback"`])
      expect(text).toContain(part);
    const sent = await fetch(`${url}welcome/feedback`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ rating: "good" }),
    });
    expect(sent.headers.get("location")).toBe(`${url}welcome?feedback=sent#feedback`);
    expect((await fetch(`${url}~search?q=house`)).status).toBe(200);
    expect((await fetch(url.replace("~preview/", "~preview/x"))).status).toBe(404);
    await succeed(updateSpace, { params: { spaceId }, body: { visibility: "public" } });
    const visibilityEvents = 1;
    // Only the console can frame a site.
    expect((await get("welcome", { "sec-fetch-dest": "iframe" })).status).toBe(200);
    expect((await get("welcome?feedback=sent")).status).toBe(200);
    expect(await countEvents()).toBe(before + visibilityEvents);
  });

  it("previews an appearance without saving it", async () => {
    const saved = await succeed(getSiteCustomization, siteParams());
    const body = { theme: "dark", footer: { text: "Only a draft" } };
    const { url } = z
      .object({ url: z.string() })
      .parse(await succeed(previewSiteCustomization, { ...siteParams(), body }));
    const text = await (await fetch(`${url}welcome`)).text();
    expect(text).toContain('data-theme="dark"');
    expect(text).toContain("<p>Only a draft</p>");
    // Links keep the appearance.
    expect(text).toContain(`href="${new URL(url).pathname}integrations"`);
    expect(await read("welcome")).not.toContain("Only a draft");
    expect(await succeed(getSiteCustomization, siteParams())).toEqual(saved);
    const link = { label: "x".repeat(60), url: `https://acme.example/${"x".repeat(200)}` };
    const footer = { text: "x".repeat(500), links: Array.from({ length: 20 }, () => link) };
    const longest = z
      .object({ url: z.string() })
      .parse(await succeed(previewSiteCustomization, { ...siteParams(), body: { footer } }));
    expect((await fetch(longest.url)).status).toBe(200);
    const tooLong = { footer, headerLinks: Array.from({ length: 8 }, () => link) };
    expect((await call(previewSiteCustomization, { ...siteParams(), body: tooLong })).status).toBe(413);
  });

  it("applies its customization", async () => {
    const customization = {
      logoUrl: "https://acme.example/logo.svg",
      iconUrl: "https://acme.example/icon.svg",
      accent: { light: "#8a1f6d", dark: "#f49ad8" },
      theme: "dark",
      font: "serif",
      headerLinks: [{ label: "Status <b>", url: 'https://status.acme.example/"onload="x' }],
      footer: { text: "© Acme", links: [{ label: "Mail", url: "mailto:docs@acme.example" }] },
    };
    await succeed(updateSiteCustomization, { ...siteParams(), body: customization });
    expect(await succeed(getSiteCustomization, siteParams())).toEqual(customization);
    const page = await read("welcome");
    for (const part of [
      'data-theme="dark"',
      '<img src="https://acme.example/logo.svg"',
      '<link rel="icon" href="https://acme.example/icon.svg"',
      "--accent: light-dark(#8a1f6d, #f49ad8)",
      "--plugboard-font: ui-serif, ",
      "Status &lt;b&gt;",
      "© Acme",
      '<a href="mailto:docs@acme.example"',
    ])
      expect(page).toContain(part);
    expect(page).not.toContain('"onload="');
    await succeed(updateSiteCustomization, { ...siteParams(), body: {} });
    expect(await read("welcome")).not.toContain("acme.example");
  });

  it.each([
    ["a color that ends the style", { accent: { light: "#fff;}</style>", dark: "#8ea6ff" } }, "accent.light"],
    ["a color with a URL", { accent: { light: "url(https://x)", dark: "#8ea6ff" } }, "accent.light"],
    ["a color with too little contrast", { accent: { light: "#ffff00", dark: "#8ea6ff" } }, "accent.light"],
    ["a dark color on a dark page", { accent: { light: "#3454d1", dark: "#202020" } }, "accent.dark"],
    [
      "a script as a link",
      { headerLinks: [{ label: "x", url: "javascript:alert(1)" }] },
      "headerLinks.0.url",
    ],
    ["a logo without https", { logoUrl: "http://acme.example/logo.svg" }, "logoUrl"],
    ["a data URL as logo", { logoUrl: "data:image/svg+xml,<svg/>" }, "logoUrl"],
    [
      "too many links",
      { headerLinks: Array.from({ length: 9 }, () => ({ label: "x", url: "https://x.example" })) },
      "headerLinks",
    ],
    ["a long footer", { footer: { text: "x".repeat(501) } }, "footer.text"],
    ["an unknown theme", { theme: "pink" }, "theme"],
    ["an unknown font", { font: "serif;}</style>" }, "font"],
  ])("rejects %s", async (_what, body, path) => {
    const refused = await call(updateSiteCustomization, { ...siteParams(), body });
    expect([refused.status, refused.body]).toMatchObject([400, { problems: [{ path }] }]);
  });

  it("shows OpenAPI documents in each version, with a script that no other page loads", async () => {
    const upload = (version: string) =>
      succeed(uploadOpenApiDocument, {
        params: { siteId: seeded().site, documentName: "pets" },
        body: { text: `openapi: 3.1.0\ninfo: { title: Pets <b>, version: '${version}' }\npaths: {}\n` },
      });
    expect(await read("welcome")).not.toContain("API reference");
    await upload("1");
    await upload("2");
    const page = await get("~api/pets");
    const { public: sites } = server().urls;
    expect(page.headers.get("content-security-policy")).toContain(
      `script-src ${sites}/site-assets/; connect-src ${sites}/sites/handbook/; `,
    );
    const text = await page.text();
    for (const part of ["Pets &lt;b&gt;", "~api/pets/document?version=2", "?version=1"])
      expect(text).toContain(part);
    const source = await get("~api/pets/document?version=1");
    expect([source.headers.get("content-type"), await source.text()]).toEqual([
      "text/plain; charset=utf-8",
      expect.stringContaining("version: '1'"),
    ]);
    expect((await get("~api/dogs")).status).toBe(404);
    expect((await get("~api/pets?version=9")).status).toBe(404);
    const welcome = await read("welcome");
    expect(welcome).toContain('<a href="/sites/handbook/~api/pets">Pets &lt;b&gt;</a>');
    expect(welcome).not.toContain("/site-assets/");
  });
});
