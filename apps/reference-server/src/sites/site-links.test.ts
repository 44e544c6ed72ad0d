import { createPage, updatePageConditions, updatePageContent } from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

describe("relative links between the pages of a site", () => {
  const { server, succeed, seeded } = setUpServer();
  const site = "/sites/handbook";
  const add = async (title: string, markdown: string, parentId?: string) => {
    const call = { params: { spaceId: seeded().space }, body: { title, markdown, parentId } };
    return z.object({ id: z.string(), path: z.string() }).parse(await succeed(createPage, call));
  };
  /** Returns the targets of the links in the text of a page. */
  const linksOf = async (path: string) => {
    const page = await (await fetch(`${server().urls.public}${site}/${path}`)).text();
    const [, article = ""] = /<article[^>]*>(.*?)<\/article>/s.exec(page) ?? [];
    return [...article.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
  };
  const link = (...targets: readonly string[]) => targets.map((target) => `[a](<${target}>)`).join("\n");

  it("lead to the page of a Markdown file, and keep anchors", async () => {
    const guides = await add("Guides & more", link("welcome.md", "./guides-more/setup.md#section-start"));
    await add("Setup", link("../welcome.md#section-top", "../guides-more.md", "teardown.md"), guides.id);
    await add("Tear down", "Later", guides.id);
    expect(await linksOf("guides-more")).toEqual([`${site}/welcome`, `${site}/setup#section-start`]);
    // A file name without folders also matches the page's path on the site.
    expect(await linksOf("setup")).toEqual([
      `${site}/welcome#section-top`,
      `${site}/guides-more`,
      "teardown.md",
    ]);
    await add("By name", link("tear-down.md"));
    expect(await linksOf("by-name")).toEqual([`${site}/tear-down`]);
  });

  it("lead to the Markdown of pages where a page is read as Markdown", async () => {
    const folder = await add("Folder", "[w](welcome.md) and `[w](welcome.md)`");
    await add("Inner", "[w](../welcome.md#top) [f](../folder.md)\n\n[m]: ../missing.md", folder.id);
    const url = `${server().urls.public}${site}`;
    const read = async (path: string) => await (await fetch(`${url}/${path}`)).text();
    expect(await read("folder.md")).toBe(`[w](${url}/welcome.md) and \`[w](welcome.md)\``);
    const inner = `[w](${url}/welcome.md#top) [f](${url}/folder.md)\n\n[m]: ../missing.md`;
    expect(await read("inner.md")).toBe(inner);
    expect((await fetch(`${url}/folder.md`)).status).toBe(200);
  });

  it("stay unchanged if they lead elsewhere, or to a page the visitor can't see", async () => {
    const secret = await add("Secret", "");
    const params = { spaceId: seeded().space, pageId: secret.id };
    await succeed(updatePageConditions, {
      params,
      body: { conditions: [{ claim: "plan", anyOf: ["pro"] }] },
    });
    const targets = [
      "missing.md",
      "secret.md",
      "../welcome.md",
      "https://example.com/welcome.md",
      "//example.com/welcome.md",
      "/welcome.md",
      "mailto:welcome.md",
      "welcome.txt",
      "welcome%ZZ.md",
    ];
    await succeed(updatePageContent, {
      params: { spaceId: seeded().space, pageId: seeded().page },
      body: { markdown: link(...targets) },
    });
    expect(await linksOf("welcome")).toEqual(targets.map((target) => target.replace("%ZZ", "%25ZZ")));
  });
});
