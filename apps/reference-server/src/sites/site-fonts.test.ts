import { contentContract } from "@plugboard/content/contract";
import {
  createSite,
  createSitePreview,
  createSpace,
  previewSiteCustomization,
  updateSiteCustomization,
  updateSpace,
  uploadFont,
} from "@plugboard/content/routes";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const { body } = contentContract.operations.uploadFont.example;
const { content } = z.object({ content: z.string() }).parse(body);
const fontSchema = z.object({ font: z.looseObject({ path: z.string() }) });
const urlSchema = z.object({ url: z.string() });

describe("uploaded fonts of a site", () => {
  const { server, succeed, seeded } = setUpServer();
  let font: z.infer<typeof fontSchema>["font"];
  beforeAll(async () => {
    const uploaded = await succeed(uploadFont, { params: { spaceId: seeded().space }, body: { content } });
    font = fontSchema.parse(uploaded).font;
  });
  const ofSite = (path: string, site = "handbook") => fetch(`${server().urls.public}/sites/${site}/${path}`);
  const customize = async (customization: object) =>
    await succeed(updateSiteCustomization, { params: { siteId: seeded().site }, body: customization });

  it("are served by its sites only, as files without scripts", async () => {
    const response = await ofSite(font.path);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        "content-type": "font/woff2",
        "cache-control": "public, max-age=300",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      },
    ]);
    expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(content);
    const { organization } = seeded();
    const other = await succeed(createSpace, {
      body: { organization, title: "Other fonts", visibility: "public" },
    });
    await succeed(createSite, { body: { spaceId: Object(other).id, title: "Other fonts" } });
    expect((await ofSite(font.path, "other-fonts")).status).toBe(404);
    // Fonts and images have addresses of their own.
    expect((await ofSite(font.path.replace("~fonts", "~images"))).status).toBe(404);
    for (const path of ["~fonts/x.woff2", "~fonts/.woff2", "~fonts/..%2Fwelcome"])
      expect((await ofSite(path)).status).toBe(404);
  });

  it("are allowed and declared on every page of the site, also in errors, with a fallback of their measures", async () => {
    const home = `${server().urls.public}/sites/handbook`;
    const source = new RegExp(`font-src [^;]*${home}/~fonts/(?:;| |$)`);
    await customize({});
    const pages = ["welcome", "~search?q=x", "missing"];
    for (const path of pages)
      expect((await ofSite(path)).headers.get("content-security-policy")).not.toMatch(source);
    await customize({ font: "serif", fonts: { body: { regular: font } } });
    for (const path of pages) {
      const page = await fetch(`${home}/${path}`, { headers: { accept: "text/html" } });
      expect(page.headers.get("content-security-policy")).toMatch(source);
      const text = await page.text();
      expect(text).toContain(`src: url("/sites/handbook/${font.path}") format("woff2")`);
      expect(text).toContain("font-display: swap");
      expect(text).toContain(
        'local("Times"); size-adjust: 123.1%; ascent-override: 65%; descent-override: 16.3%',
      );
      expect(text).toContain(`--plugboard-font: "Site body", "Site body fallback", ui-serif`);
    }
    await customize({});
  });

  it("are shown in previews before they are saved, also of private spaces", async () => {
    const params = { spaceId: seeded().space, siteId: seeded().site };
    await succeed(updateSpace, { params, body: { visibility: "private" } });
    const preview = await succeed(previewSiteCustomization, {
      params,
      body: { fonts: { headings: { regular: font, bold: font } } },
    });
    const { url } = urlSchema.parse(preview);
    const page = await fetch(url);
    expect(page.headers.get("content-security-policy")).toContain(`${url}~fonts/`);
    expect(await page.text()).toContain('h1, h2, h3, h4, h5, h6 { font-family: "Site headings"');
    const response = await fetch(new URL(font.path, url));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, max-age=300"]);
    expect((await ofSite(font.path)).status).toBe(404);
    const { url: published } = urlSchema.parse(await succeed(createSitePreview, { params }));
    expect(await (await fetch(published)).text()).not.toContain("Site headings");
    await succeed(updateSpace, { params, body: { visibility: "public" } });
  });
});
