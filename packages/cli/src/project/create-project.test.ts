import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createProject } from "./create-project.ts";
import { findTemplate } from "./templates.ts";

it("writes nothing for an invalid organization", async () => {
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
  await expect(createProject(project)).rejects.toThrow("An organization is its id or its subdomain");
  expect(await readdir(parent)).toEqual([]);
});
