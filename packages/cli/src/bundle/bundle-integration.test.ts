import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bundleIntegration } from "./bundle-integration.ts";

it.each([
  ["@plugboard/runtime", "Run `npm install`. package.json must list the package of @plugboard/runtime."],
  ["./missing.ts", undefined],
])("names the fix if %s cannot be resolved", async (imported, next) => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "integration.ts"), `export { integration } from "${imported}";\n`);
  await expect(bundleIntegration({ folder, script: "./integration.ts" })).rejects.toMatchObject({
    code: "invalid_project",
    next,
  });
});
