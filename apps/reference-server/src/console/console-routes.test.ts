import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpFolders } from "../fixtures/set-up-folders.fixture.ts";
import { createConsoleRoutes } from "./console-routes.ts";

const newFolder = setUpFolders();

test("serves files, the page for all other paths, and 404 for missing assets", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<title>Console</title>");
  await writeFile(join(folder, "assets", "app.js"), "go()");
  const routes = createConsoleRoutes(folder, { readFrame: async () => ["https://a.example"] });
  const get = async (path: string) => {
    const response = await routes.request(path);
    return [response.status, response.headers.get("cache-control"), await response.text()];
  };
  expect(await get("/assets/app.js")).toEqual([200, "public, max-age=31536000, immutable", "go()"]);
  expect(await get("/content/spc_1")).toEqual([200, "no-cache", "<title>Console</title>"]);
  for (const path of ["gone.js", "", "%00", "%ff", "..%2findex.html", "app.js/x", "x".repeat(5000)])
    expect([path, ...(await get(`/assets/${path}`))]).toEqual([path, 404, null, "There is no such file."]);
});

test("names the origins that can pass tokens to an embedded page", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "index.html"), "<html>");
  const routes = createConsoleRoutes(folder, { readFrame: async (...named) => named });
  for (const path of ["/embed", "/embed/marketplace", "/portal/org_1"]) {
    const response = await routes.request(`${path}?organization=org_1&frame=f`);
    expect([path, await response.text()]).toEqual([path, '<html data-frame-origins="f org_1">']);
  }
});

test("sends browsers with a session the page that works before its scripts", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "pages"));
  await writeFile(join(folder, "index.html"), "<body>");
  await writeFile(join(folder, "pages/index.html"), "<body>Overview");
  await writeFile(join(folder, "pages/installed.html"), '<body><a href="/installed">Installed</a>');
  const routes = createConsoleRoutes(folder, { readFrame: async () => ["https://a.example"] });
  const get = async (path: string, cookie: string) =>
    await (await routes.request(path, { headers: { cookie } })).text();
  const session = "a=b; __Host-plugboard_session=x";
  const installed = '<body><a href="/installed">Installed</a>';
  expect(await get("/", session)).toBe("<body>Overview");
  expect(await get("/installed", session)).toBe(installed);
  expect(await get("/installed/ins_1", session)).toBe(installed);
  expect(await get("/installed/ins_1?organization=org_1", session)).toContain(
    '"/installed?organization=org_1"',
  );
  for (const path of ["/portal/org_1", "/welcome", "//", "/installed%2f..%2findex"])
    expect([path, await get(path, session)]).toEqual([path, "<body>"]);
  expect(await get("/installed", "a=b")).toBe("<body>");
  expect(await get("/installed", "plugboard-theme=dark")).toBe('<body data-theme="dark">');
  expect(await get("/installed", "plugboard-theme=x")).toBe("<body>");
});
