import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { sampleFolders } from "./sample-folders.ts";

const versionsSchema = z.record(z.string(), z.string());
const packageSchema = z.object({ dependencies: versionsSchema, devDependencies: versionsSchema });
const repository = new URL("../../../", import.meta.url);
const { catalog } = z
  .object({ catalog: versionsSchema })
  .parse(parse(await readFile(new URL("pnpm-workspace.yaml", repository), "utf8")));

describe.each(sampleFolders)("the dependencies of $name", async ({ path }) => {
  const { dependencies, devDependencies } = packageSchema.parse(
    JSON.parse(await readFile(join(path, "package.json"), "utf8")),
  );
  const versions = Object.entries({ ...dependencies, ...devDependencies });

  // Other package managers don't support `workspace:` and `catalog:`.
  it.each(versions)("have versions of %s that any package manager understands", (_name, version) => {
    expect(version).toMatch(/^\^?\d+\.\d+\.\d+$/);
  });

  it("match the rest of this repository", () => {
    const shared = versions.filter(([name]) => !name.startsWith("@plugboard/"));
    expect(shared).toEqual(shared.map(([name]) => [name, catalog[name]]));
  });
});
