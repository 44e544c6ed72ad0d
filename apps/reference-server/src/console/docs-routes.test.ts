import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDocsRoutes } from "./docs-routes.ts";
import { Hono } from "hono";

async function openDocs(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-docs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ["assets", "guides"]) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const app = new Hono().route("/docs", createDocsRoutes(folder));
  return { folder, get: (path: string) => app.request(`/docs${path}`) };
}

const built = {
  "index.html": "front page",
  "404.html": "no such page",
  "guides/recover.html": "a guide",
  "guides/index.html": "all guides",
  "assets/app.js": "go()",
  "inline-scripts.json": `["'sha256-A'","'sha256-B'"]`,
};

test.each([
  ["/", 200, "front page"],
  ["/guides/recover", 200, "a guide"],
  ["/guides/", 200, "all guides"],
  ["/guides/nowhere", 404, "no such page"],
  ["/../secret", 404, "404 Not Found"],
  ["/..%2fsecret", 404, "no such page"],
  ["/%2e%2e/secret", 404, "404 Not Found"],
])("serves %s with %i", async (path, status, text) => {
  const { folder, get } = await openDocs(built);
  await writeFile(join(folder, "../secret"), "outside");
  onTestFinished(() => rm(join(folder, "../secret"), { force: true }));
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(text);
});

test("allows the inline scripts that the build listed and no others", async () => {
  const { get } = await openDocs(built);
  for (const path of ["/", "/guides/nowhere"]) {
    const policy = (await get(path)).headers.get("content-security-policy");
    expect(policy).toMatch(/^script-src 'self' 'sha256-A' 'sha256-B'; default-src 'none'; /);
  }
});

test("caches assets forever and does not cache pages", async () => {
  const { get } = await openDocs(built);
  const cachingOf = async (path: string) => (await get(path)).headers.get("cache-control");
  expect(await cachingOf("/assets/app.js")).toContain("immutable");
  expect(await cachingOf("/assets/gone.js")).toBe("no-cache");
  expect(await cachingOf("/guides/recover")).toBe("no-cache");
});

test("explains how to build missing documentation and serves it afterwards", async () => {
  const { folder, get } = await openDocs({});
  const missing = await get("/guides/recover");
  expect(missing.status).toBe(503);
  expect(await missing.text()).toContain("docs:build");
  for (const [name, text] of Object.entries(built)) await writeFile(join(folder, name), text);
  expect((await get("/guides/recover")).status).toBe(200);
});
