import { type SQLInputValue, StatementSync } from "node:sqlite";
import { contentContract } from "@plugboard/content/contract";
import {
  createSite,
  createSitePreview,
  createSpace,
  deleteImage,
  updatePageContent,
  updateSpace,
  uploadImage,
} from "@plugboard/content/routes";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { adminToken, setUpServer } from "../fixtures/set-up-server.fixture.ts";

const { content: png } = z
  .object({ content: z.string() })
  .parse(contentContract.operations.uploadImage.example.body);
const imageSchema = z.object({ id: z.string(), path: z.string() });

describe("images of a space", () => {
  const { server, succeed, seeded } = setUpServer();
  let image: z.infer<typeof imageSchema>;
  beforeAll(async () => {
    const call = { params: { spaceId: seeded().space }, body: { content: png } };
    image = imageSchema.parse(await succeed(uploadImage, call));
  });
  const ofSite = (path: string, site = "handbook") => fetch(`${server().urls.public}/sites/${site}/${path}`);
  const ofConsole = (token: string | undefined, spaceId = seeded().space, file = `${image.id}.png`) =>
    fetch(`${server().urls.console}/images/${spaceId}/${file}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const served = {
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };

  it("are shown on its sites, which serve them as immutable and without scripts", async () => {
    await succeed(updatePageContent, {
      params: { spaceId: seeded().space, pageId: seeded().page },
      body: { markdown: `![A "gray" dot](${image.path})` },
    });
    const page = await ofSite("welcome");
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self' https: data:;");
    const text = await page.text();
    expect(text).toContain(`<img src="${image.path}" alt="A &quot;gray&quot; dot">`);
    const response = await fetch(new URL(image.path, page.url));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...served,
      "cache-control": "public, max-age=300",
    });
    expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(png);
  });

  it("are served by reading the site and the image, not the site's pages", async () => {
    const statements: string[] = [];
    type Run = (this: StatementSync, ...values: SQLInputValue[]) => unknown;
    const prototype: { all: Run; get: Run } = StatementSync.prototype;
    const spies = (["all", "get"] as const).map((name) => {
      const original = prototype[name];
      return vi.spyOn(prototype, name).mockImplementation(function (this: StatementSync, ...values) {
        statements.push(this.sourceSQL);
        return original.apply(this, values);
      });
    });
    expect((await ofSite(image.path)).status).toBe(200);
    for (const spy of spies) spy.mockRestore();
    expect(statements.filter((sql) => sql.includes('from "sites"'))).toHaveLength(1);
    expect(statements.filter((sql) => /from "(?:pages|page_conditions)"/.test(sql))).toEqual([]);
  });

  it("are not served by the sites of other spaces", async () => {
    const { organization } = seeded();
    const body = { organization, title: "Other", visibility: "public" };
    const { id: spaceId } = imageSchema.pick({ id: true }).parse(await succeed(createSpace, { body }));
    await succeed(createSite, { body: { spaceId, title: "Other" } });
    expect((await ofSite(image.path, "other")).status).toBe(404);
    for (const path of ["~images/x.png", "~images/.png", "~images/..%2Fwelcome"])
      expect((await ofSite(path)).status).toBe(404);
    expect((await ofConsole(adminToken, spaceId)).status).toBe(404);
  });

  it("are shown in the console to people who can read the space", async () => {
    const response = await ofConsole(adminToken);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...served,
      "cache-control": "private, max-age=300",
    });
    expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(png);
    const refused = await ofConsole(undefined);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"]);
  });

  it("are shown in previews of private spaces, and no longer on the site", async () => {
    const params = { spaceId: seeded().space, siteId: seeded().site };
    await succeed(updateSpace, { params, body: { visibility: "private" } });
    const { url } = z.object({ url: z.string() }).parse(await succeed(createSitePreview, { params }));
    const response = await fetch(new URL(image.path, url));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, max-age=300"]);
    expect((await ofSite(image.path)).status).toBe(404);
    await succeed(updateSpace, { params, body: { visibility: "public" } });
  });

  it("are no longer served after they are deleted", async () => {
    await succeed(deleteImage, { params: { spaceId: seeded().space, imageId: image.id } });
    expect((await ofSite(image.path)).status).toBe(404);
    expect((await ofConsole(adminToken)).status).toBe(404);
  });
});
