import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleServer } from "../../../scripts/bundle-server.ts";
import { runUntilReady } from "../src/fixtures/run-server.fixture.ts";
import { setUpFolders } from "../src/fixtures/set-up-folders.fixture.ts";

const newFolder = setUpFolders();
const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/;

/** Parts of the files of `@modelcontextprotocol/server`, which is listed. */
const vendored = ["@modelcontextprotocol/core-internal", "content-type"];

/** Returns the names of the packages that a bundle's source maps name. */
async function listSources(folder: string): Promise<readonly string[]> {
  const maps = (await readdir(folder)).filter((file) => file.endsWith(".js.map"));
  const names = await Promise.all(
    maps.map(async (file) => {
      const { sources }: { sources: readonly string[] } = JSON.parse(
        await readFile(join(folder, file), "utf8"),
      );
      return sources.flatMap((source) => packageName.exec(source)?.[1] ?? []);
    }),
  );
  return [...new Set(names.flat())].filter((name) => !vendored.includes(name));
}

it("the bundled server lists its licenses, starts, shows a page of a site, and stops", async () => {
  // As deep as `dist`.
  const bundle = join(import.meta.dirname, "../.temp");
  await bundleServer(bundle);
  const licenses = await readFile(join(bundle, "LICENSES.txt"), "utf8");
  const listed = new Set(Array.from(licenses.matchAll(/^(\S+) \d\S* \(.+\)$/gm), ([, name]) => name));
  const sources = await listSources(bundle);
  expect(sources).toContain("hono");
  expect(sources.filter((name) => !listed.has(name))).toEqual([]);
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
