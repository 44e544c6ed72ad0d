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

test("marks the page for browsers with a session", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "index.html"), '<html lang="en"></html>');
  const routes = createConsoleRoutes(folder, { readFrame: async () => ["https://a.example"] });
  const get = async (path: string, cookie: string) =>
    await (await routes.request(path, { headers: { cookie } })).text();
  expect(await get("/deliveries", "a=b; __Host-plugboard_session=x")).toBe(
    '<html lang="en" data-session></html>',
  );
  expect(await get("/deliveries", "a=b")).toBe('<html lang="en"></html>');
  expect(await get("/portal", "plugboard_session=x")).toBe('<html lang="en"></html>');
});
