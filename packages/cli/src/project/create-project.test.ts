import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createProject } from "./create-project.ts";
import { findTemplate } from "./templates.ts";

it("doesn't write files for an invalid organization", async () => {
  const parent = await mkdtemp(join(tmpdir(), "plugboard-create-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const project = {
    folder: join(parent, "hooks"),
    template: await findTemplate("webhook"),
    name: "hooks",
    title: "Hooks",
    organization: "No Such",
    packageRange: "^1.0.0",
  };
  await expect(createProject(project)).rejects.toThrow("An organization must be an ID or a subdomain");
  expect(await readdir(parent)).toEqual([]);
});

it("writes the rules for assistants, and strict TypeScript", async () => {
  const parent = await mkdtemp(join(tmpdir(), "plugboard-create-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, "digest");
  const template = await findTemplate("content-digest");
  const rest = { name: "digest", title: "Digest", organization: "acme", packageRange: "^1.0.0" };
  await createProject({ folder, template, ...rest });
  expect(await readFile(join(folder, "AGENTS.md"), "utf8")).toContain("npx plugboard check");
  expect(await readFile(join(folder, "tsconfig.json"), "utf8")).toContain('"strict": true');
  const { scripts, devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(scripts).toMatchObject({ test: "vitest run", typecheck: "tsc" });
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(["typescript", "vitest"]));
});
