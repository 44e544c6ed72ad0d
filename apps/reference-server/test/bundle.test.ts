import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleServer } from "../../../scripts/bundle-server.ts";
import { runUntilReady } from "../src/fixtures/run-server.fixture.ts";
import { setUpFolders } from "../src/fixtures/set-up-folders.fixture.ts";

const newFolder = setUpFolders();

it("the bundled server starts, shows a page of a site, and stops", async () => {
  // As deep as `dist`.
  const bundle = join(import.meta.dirname, "../.temp");
  await bundleServer(bundle);
  const server = await runUntilReady(
    { PLUGBOARD_DATA_DIR: await newFolder() },
    { file: join(bundle, "main.js") },
  );
  const sites = server.log.find(({ msg }) => msg === "ready")?.sites;
  const page = await fetch(`${sites}/sites/handbook`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<article")]);
  expect(await server.stop()).toBe(0);
  expect(server.log.filter(({ level }) => level >= 40)).toEqual([]);
});
