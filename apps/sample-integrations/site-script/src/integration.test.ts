import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");

/** Runs a site's script as a page would, with a cookie and URL. */
async function load(pathname: string, cookie = "", configuration = {}) {
  const platform = await createTestPlatform(integration, { manifest, site: { configuration } });
  const response = await platform.requestFromSite("fetch_published_script");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  const links: { href: string; textContent: string }[] = [];
  const document = {
    cookie,
    createElement: () => ({ style: {} }),
    body: { append: (link: { href: string; textContent: string }) => void links.push(link) },
  };
  runInNewContext(await response.text(), { document, location: { pathname } });
  return { kept: document.cookie, links: links.map(({ href, textContent }) => [href, textContent]) };
}

it("stores the page for this site only", async () => {
  expect(await load("/sites/handbook/install")).toEqual({
    kept: "continue_reading=%2Fsites%2Fhandbook%2Finstall; path=/sites/handbook; max-age=2592000; samesite=lax",
    links: [],
  });
});

it("links to the previous page, with the site's label", async () => {
  const before = "other=1; continue_reading=%2Fsites%2Fhandbook%2Finstall";
  const settings = { label: '</script>"', days: 1 };
  expect(await load("/sites/handbook/welcome", before, settings)).toEqual({
    kept: expect.stringContaining("max-age=86400;"),
    links: [["/sites/handbook/install", '</script>"']],
  });
});

it.each(["https://evil.example/", "javascript:alert(1)", "/sites/other/page", "/sites/handbook/welcome"])(
  "does not link to %s",
  async (page) => {
    const cookie = `continue_reading=${encodeURIComponent(page)}`;
    expect((await load("/sites/handbook/welcome", cookie)).links).toEqual([]);
  },
);
